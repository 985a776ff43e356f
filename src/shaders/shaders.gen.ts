// Made by scripts/generateShaders.mjs from the .wgsl files beside it. Do not edit.

/** Memory layouts of the structs in structs.wgsl [bytes]. */
export const structs = {
  "Cloth": {
    "size": 272,
    "fields": {
      "linear": {
        "offset": 0,
        "type": "mat3x3f"
      },
      "previousLinear": {
        "offset": 48,
        "type": "mat3x3f"
      },
      "toLocal": {
        "offset": 96,
        "type": "mat3x3f"
      },
      "frameShift": {
        "offset": 144,
        "type": "vec3f"
      },
      "firstParticle": {
        "offset": 156,
        "type": "u32"
      },
      "gravity": {
        "offset": 160,
        "type": "vec3f"
      },
      "firstRest": {
        "offset": 172,
        "type": "u32"
      },
      "wind": {
        "offset": 176,
        "type": "vec3f"
      },
      "firstTether": {
        "offset": 188,
        "type": "u32"
      },
      "countU": {
        "offset": 192,
        "type": "u32"
      },
      "countV": {
        "offset": 196,
        "type": "u32"
      },
      "tethersPerParticle": {
        "offset": 200,
        "type": "u32"
      },
      "firstCollider": {
        "offset": 204,
        "type": "u32"
      },
      "colliderCount": {
        "offset": 208,
        "type": "u32"
      },
      "substepCount": {
        "offset": 212,
        "type": "u32"
      },
      "iterationCount": {
        "offset": 216,
        "type": "u32"
      },
      "reset": {
        "offset": 220,
        "type": "u32"
      },
      "substepTime": {
        "offset": 224,
        "type": "f32"
      },
      "velocityKept": {
        "offset": 228,
        "type": "f32"
      },
      "airDrag": {
        "offset": 232,
        "type": "f32"
      },
      "thickness": {
        "offset": 236,
        "type": "f32"
      },
      "friction": {
        "offset": 240,
        "type": "f32"
      },
      "tetherLimit": {
        "offset": 244,
        "type": "f32"
      },
      "warpCompliance": {
        "offset": 248,
        "type": "f32"
      },
      "weftCompliance": {
        "offset": 252,
        "type": "f32"
      },
      "shearCompliance": {
        "offset": 256,
        "type": "f32"
      }
    }
  },
  "Particle": {
    "size": 32,
    "fields": {
      "position": {
        "offset": 0,
        "type": "vec3f"
      },
      "inverseMass": {
        "offset": 12,
        "type": "f32"
      },
      "previous": {
        "offset": 16,
        "type": "vec3f"
      }
    }
  },
  "Tether": {
    "size": 8,
    "fields": {
      "anchor": {
        "offset": 0,
        "type": "u32"
      },
      "length": {
        "offset": 4,
        "type": "f32"
      }
    }
  },
  "Collider": {
    "size": 64,
    "fields": {
      "position": {
        "offset": 0,
        "type": "vec3f"
      },
      "kind": {
        "offset": 12,
        "type": "u32"
      },
      "previousPosition": {
        "offset": 16,
        "type": "vec3f"
      },
      "friction": {
        "offset": 28,
        "type": "f32"
      },
      "axis": {
        "offset": 32,
        "type": "vec3f"
      },
      "radius": {
        "offset": 44,
        "type": "f32"
      },
      "previousAxis": {
        "offset": 48,
        "type": "vec3f"
      }
    }
  },
  "ClothExtent": {
    "size": 32,
    "fields": {
      "minimum": {
        "offset": 0,
        "type": "vec3f"
      },
      "speed": {
        "offset": 12,
        "type": "f32"
      },
      "maximum": {
        "offset": 16,
        "type": "vec3f"
      }
    }
  },
  "Surface": {
    "size": 80,
    "fields": {
      "toLocal": {
        "offset": 0,
        "type": "mat3x3f"
      },
      "firstParticle": {
        "offset": 48,
        "type": "u32"
      },
      "countU": {
        "offset": 52,
        "type": "u32"
      },
      "countV": {
        "offset": 56,
        "type": "u32"
      },
      "segmentsU": {
        "offset": 60,
        "type": "u32"
      },
      "segmentsV": {
        "offset": 64,
        "type": "u32"
      },
      "firstVertex": {
        "offset": 68,
        "type": "u32"
      },
      "firstIndex": {
        "offset": 72,
        "type": "u32"
      }
    }
  }
} as const;

/** Constants that TypeScript shares with the WGSL functions. */
export const constants = {
  "SPHERE": 0,
  "PLANE": 1
} as const;

/** Compute kernels, includes resolved. */
export const kernels = {
  "evaluateSurface": {
    "name": "evaluateSurface",
    "code": "struct Cloth {\nlinear: mat3x3f,\npreviousLinear: mat3x3f,\ntoLocal: mat3x3f,\nframeShift: vec3f,\nfirstParticle: u32,\ngravity: vec3f,\nfirstRest: u32,\nwind: vec3f,\nfirstTether: u32,\ncountU: u32,\ncountV: u32,\ntethersPerParticle: u32,\nfirstCollider: u32,\ncolliderCount: u32,\nsubstepCount: u32,\niterationCount: u32,\nreset: u32,\nsubstepTime: f32,\nvelocityKept: f32,\nairDrag: f32,\nthickness: f32,\nfriction: f32,\ntetherLimit: f32,\nwarpCompliance: f32,\nweftCompliance: f32,\nshearCompliance: f32,\n}\nstruct Particle {\nposition: vec3f,\ninverseMass: f32,\nprevious: vec3f,\n}\nstruct Tether {\nanchor: u32,\nlength: f32,\n}\nstruct Collider {\nposition: vec3f,\nkind: u32,\npreviousPosition: vec3f,\nfriction: f32,\naxis: vec3f,\nradius: f32,\npreviousAxis: vec3f,\n}\nstruct ClothExtent {\nminimum: vec3f,\nspeed: f32,\nmaximum: vec3f,\n}\nstruct Surface {\ntoLocal: mat3x3f,\nfirstParticle: u32,\ncountU: u32,\ncountV: u32,\nsegmentsU: u32,\nsegmentsV: u32,\nfirstVertex: u32,\nfirstIndex: u32,\n}\nstruct QuadraticBasis {\nfirstControlPoint: u32,\nweight: vec3f,\nderivative: vec3f,\n}\nfn quadraticBasis(parameter: f32, count: u32) -> QuadraticBasis {\nlet spans = count - 2u;\nlet scaled = parameter * f32(spans);\nlet span = min(u32(max(scaled, 0.0)), spans - 1u);\nlet t = scaled - f32(span);\nlet left = select(1.0, 0.5, span > 0u);\nlet right = select(1.0, 0.5, span + 1u < spans);\nlet first = (1.0 - t) * (1.0 - t) * left;\nlet last = t * t * right;\nlet firstSlope = -2.0 * (1.0 - t) * left;\nlet lastSlope = 2.0 * t * right;\nvar basis: QuadraticBasis;\nbasis.firstControlPoint = span;\nbasis.weight = vec3f(first, 1.0 - first - last, last);\nbasis.derivative = vec3f(firstSlope, -firstSlope - lastSlope, lastSlope) * f32(spans);\nreturn basis;\n}\nconst WORKGROUP_SIZE = 64u;\nconst VERTEX_VECTORS = 3u;\nconst QUAD_INDICES = 6u;\n@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;\n@group(0) @binding(1) var<storage, read> particles: array<Particle>;\n@group(0) @binding(2) var<storage, read_write> vertices: array<vec4f>;\n@group(0) @binding(3) var<storage, read_write> indices: array<u32>;\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn evaluateSurface(@builtin(global_invocation_id) id: vec3u) {\nlet surface = surfaces[id.y];\nlet columns = surface.segmentsU + 1u;\nlet column = id.x % columns;\nlet row = id.x / columns;\nif (surface.segmentsU == 0u || row > surface.segmentsV) {\nreturn;\n}\nlet uv = vec2f(f32(column) / f32(surface.segmentsU), f32(row) / f32(surface.segmentsV));\nlet u = quadraticBasis(uv.x, surface.countU);\nlet v = quadraticBasis(uv.y, surface.countV);\nvar point = vec3f(0.0);\nvar alongU = vec3f(0.0);\nvar alongV = vec3f(0.0);\nfor (var j = 0u; j < 3u; j++) {\nlet first = surface.firstParticle + (v.firstControlPoint + j) * surface.countU + u.firstControlPoint;\nlet a = particles[first].position;\nlet b = particles[first + 1u].position;\nlet c = particles[first + 2u].position;\nlet curve = a * u.weight.x + b * u.weight.y + c * u.weight.z;\npoint += curve * v.weight[j];\nalongV += curve * v.derivative[j];\nalongU += (a * u.derivative.x + b * u.derivative.y + c * u.derivative.z) * v.weight[j];\n}\npoint = surface.toLocal * point;\nalongU = surface.toLocal * alongU;\nalongV = surface.toLocal * alongV;\nlet normal = unitOr(cross(alongV, alongU), vec3f(0.0, 0.0, -1.0));\nlet tangent = unitOr(alongU, vec3f(1.0, 0.0, 0.0));\nlet vertex = surface.firstVertex + id.x;\nvertices[vertex * VERTEX_VECTORS] = vec4f(point, normal.x);\nvertices[vertex * VERTEX_VECTORS + 1u] = vec4f(normal.yz, tangent.xy);\nvertices[vertex * VERTEX_VECTORS + 2u] = vec4f(tangent.z, -1.0, uv);\nif (column < surface.segmentsU && row < surface.segmentsV) {\nlet corner = id.x;\nlet quad = surface.firstIndex + (row * surface.segmentsU + column) * QUAD_INDICES;\nindices[quad] = corner;\nindices[quad + 1u] = corner + 1u;\nindices[quad + 2u] = corner + columns + 1u;\nindices[quad + 3u] = corner;\nindices[quad + 4u] = corner + columns + 1u;\nindices[quad + 5u] = corner + columns;\n}\n}\nfn unitOr(vector: vec3f, otherwise: vec3f) -> vec3f {\nlet length = sqrt(dot(vector, vector));\nreturn select(otherwise, vector / length, length > 0.0);\n}",
    "bindings": {
      "surfaces": 0,
      "particles": 1,
      "vertices": 2,
      "indices": 3
    },
    "constants": {
      "WORKGROUP_SIZE": 64,
      "VERTEX_VECTORS": 3,
      "QUAD_INDICES": 6
    }
  },
  "stepControlGrid": {
    "name": "stepControlGrid",
    "code": "struct Cloth {\nlinear: mat3x3f,\npreviousLinear: mat3x3f,\ntoLocal: mat3x3f,\nframeShift: vec3f,\nfirstParticle: u32,\ngravity: vec3f,\nfirstRest: u32,\nwind: vec3f,\nfirstTether: u32,\ncountU: u32,\ncountV: u32,\ntethersPerParticle: u32,\nfirstCollider: u32,\ncolliderCount: u32,\nsubstepCount: u32,\niterationCount: u32,\nreset: u32,\nsubstepTime: f32,\nvelocityKept: f32,\nairDrag: f32,\nthickness: f32,\nfriction: f32,\ntetherLimit: f32,\nwarpCompliance: f32,\nweftCompliance: f32,\nshearCompliance: f32,\n}\nstruct Particle {\nposition: vec3f,\ninverseMass: f32,\nprevious: vec3f,\n}\nstruct Tether {\nanchor: u32,\nlength: f32,\n}\nstruct Collider {\nposition: vec3f,\nkind: u32,\npreviousPosition: vec3f,\nfriction: f32,\naxis: vec3f,\nradius: f32,\npreviousAxis: vec3f,\n}\nstruct ClothExtent {\nminimum: vec3f,\nspeed: f32,\nmaximum: vec3f,\n}\nstruct Surface {\ntoLocal: mat3x3f,\nfirstParticle: u32,\ncountU: u32,\ncountV: u32,\nsegmentsU: u32,\nsegmentsV: u32,\nfirstVertex: u32,\nfirstIndex: u32,\n}\nfn verletPosition(position: vec3f, motion: vec3f, kept: f32, acceleration: vec3f, substepTime: f32) -> vec3f {\nreturn position + motion * kept + acceleration * (substepTime * substepTime);\n}\nfn airDragVelocity(wind: vec3f, velocity: vec3f, unitNormal: vec3f, drag: f32, substepTime: f32) -> vec3f {\nlet through = dot(wind - velocity, unitNormal);\nlet strength = drag * abs(through) * substepTime;\nreturn unitNormal * (through * strength / (1.0 + strength));\n}\nfn distanceImpulse(difference: vec3f, weight: f32, restLength: f32, alpha: f32, multiplier: f32) -> vec4f {\nlet length = sqrt(dot(difference, difference));\nlet change = (restLength - length - alpha * multiplier) / (weight + alpha);\nlet solvable = weight > 0.0 && length > 0.0;\nreturn select(vec4f(0.0), vec4f(difference * (change / length), change), solvable);\n}\nfn tetheredPosition(position: vec3f, anchor: vec3f, reach: f32) -> vec3f {\nlet difference = position - anchor;\nlet length = sqrt(dot(difference, difference));\nreturn select(position, anchor + difference * (reach / length), length > reach);\n}\nconst SPHERE = 0u;\nconst PLANE = 1u;\nstruct Contact {\nnormal: vec3f,\ndistance: f32,\nmotion: vec3f,\n}\nfn colliderContact(collider: Collider, point: vec3f, time: f32, share: f32) -> Contact {\nlet path = collider.position - collider.previousPosition;\nlet center = collider.previousPosition + path * time;\nvar contact: Contact;\ncontact.motion = path * share;\nif (collider.kind == SPHERE) {\nlet outward = point - center;\nlet length = sqrt(dot(outward, outward));\ncontact.normal = select(vec3f(0.0, 1.0, 0.0), outward / length, length > 0.0);\ncontact.distance = length - collider.radius;\n} else {\ncontact.normal = normalize(collider.previousAxis + (collider.axis - collider.previousAxis) * time);\ncontact.distance = dot(point - center, contact.normal);\n}\nreturn contact;\n}\nfn contactPosition(contact: Contact, position: vec3f, previous: vec3f, gap: f32, friction: f32) -> vec3f {\nlet depth = gap - contact.distance;\nlet pushed = position + contact.normal * depth;\nlet slip = pushed - previous - contact.motion;\nlet tangential = slip - contact.normal * dot(slip, contact.normal);\nlet length = sqrt(dot(tangential, tangential));\nlet kept = select(1.0 - friction * depth / length, 0.0, length <= friction * depth);\nreturn select(position, pushed - tangential * (1.0 - kept), depth > 0.0);\n}\nconst WORKGROUP_SIZE = 64u;\nconst PARTICLES_PER_INVOCATION = 4u;\nconst CAPACITY = WORKGROUP_SIZE * max(PARTICLES_PER_INVOCATION, 2u);\nconst COLORS = 4u;\n@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> restParticles: array<vec4f>;\n@group(0) @binding(2) var<storage, read> tethers: array<Tether>;\n@group(0) @binding(3) var<storage, read> colliders: array<Collider>;\n@group(0) @binding(4) var<storage, read_write> particles: array<Particle>;\n@group(0) @binding(5) var<storage, read_write> extents: array<ClothExtent>;\nvar<workgroup> positions: array<vec4f, CAPACITY>;\nstruct Cell {\ncorner: u32,\nlinks: u32,\nlength: vec4f,\nborderLength: vec2f,\n}\nconst ALL_CELLS = 1u;\nconst LAST_ROW = 2u;\nconst LAST_COLUMN = 4u;\nstruct CellMultipliers {\ninner: vec4f,\nborder: vec2f,\n}\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn stepControlGrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {\nlet cloth = cloths[group.x];\nlet count = cloth.countU * cloth.countV;\nvar previous: array<vec3f, PARTICLES_PER_INVOCATION>;\nvar column: array<u32, PARTICLES_PER_INVOCATION>;\nvar row: array<u32, PARTICLES_PER_INVOCATION>;\nlet share = 1.0 / f32(max(cloth.substepCount, 1u));\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet i = lane + k * WORKGROUP_SIZE;\nif (i < count) {\nlet particle = particles[cloth.firstParticle + i];\nlet rest = restParticles[cloth.firstRest + i].xyz;\nvar position = particle.position - cloth.frameShift;\nprevious[k] = particle.previous - cloth.frameShift;\nif (cloth.reset != 0u) {\nposition = cloth.linear * rest;\nprevious[k] = position;\n} else if (particle.inverseMass == 0.0) {\nposition = cloth.previousLinear * rest - cloth.frameShift;\nprevious[k] = position - (cloth.linear * rest - position) * share;\n}\npositions[i] = vec4f(position, particle.inverseMass);\ncolumn[k] = i % cloth.countU;\nrow[k] = i / cloth.countU;\n}\n}\nvar cells: array<Cell, COLORS>;\ncells[0] = cellOf(cloth, lane, 0u);\ncells[1] = cellOf(cloth, lane, 1u);\ncells[2] = cellOf(cloth, lane, 2u);\ncells[3] = cellOf(cloth, lane, 3u);\nlet alphaScale = 1.0 / max(cloth.substepTime * cloth.substepTime, 1e-30);\nlet compliance = vec3f(cloth.warpCompliance, cloth.weftCompliance, cloth.shearCompliance) * alphaScale;\nworkgroupBarrier();\nfor (var substep = 0u; substep < cloth.substepCount; substep++) {\nvar moved: array<vec3f, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet i = lane + k * WORKGROUP_SIZE;\nif (i < count) {\nlet particle = positions[i];\nvar motion = particle.xyz - previous[k];\nprevious[k] = particle.xyz;\nif (particle.w == 0.0) {\nmoved[k] = particle.xyz + motion;\n} else {\nif (cloth.airDrag > 0.0) {\nlet normal = normalAt(cloth, i, column[k], row[k]);\nlet velocity = motion / cloth.substepTime;\nmotion += airDragVelocity(cloth.wind, velocity, normal, cloth.airDrag, cloth.substepTime) * cloth.substepTime;\n}\nmoved[k] = verletPosition(particle.xyz, motion, cloth.velocityKept, cloth.gravity, cloth.substepTime);\n}\n}\n}\nif (cloth.airDrag > 0.0) {\nworkgroupBarrier();\n}\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet i = lane + k * WORKGROUP_SIZE;\nif (i < count) {\npositions[i] = vec4f(moved[k], positions[i].w);\n}\n}\nworkgroupBarrier();\nvar multipliers = array<CellMultipliers, COLORS>();\nfor (var iteration = 0u; iteration < cloth.iterationCount; iteration++) {\nif (cells[0].links != 0u) {\nmultipliers[0] = relaxCell(cells[0], cloth.countU, compliance, multipliers[0]);\n}\nworkgroupBarrier();\nif (cells[1].links != 0u) {\nmultipliers[1] = relaxCell(cells[1], cloth.countU, compliance, multipliers[1]);\n}\nworkgroupBarrier();\nif (cells[2].links != 0u) {\nmultipliers[2] = relaxCell(cells[2], cloth.countU, compliance, multipliers[2]);\n}\nworkgroupBarrier();\nif (cells[3].links != 0u) {\nmultipliers[3] = relaxCell(cells[3], cloth.countU, compliance, multipliers[3]);\n}\nworkgroupBarrier();\n}\nlet time = f32(substep + 1u) * share;\nvar held: array<vec4f, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nheld[k] = positions[lane + k * WORKGROUP_SIZE];\n}\nfor (var t = 0u; t < cloth.tethersPerParticle; t++) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet tether = tethers[cloth.firstTether + (lane + k * WORKGROUP_SIZE) * cloth.tethersPerParticle + t];\nlet anchor = positions[tether.anchor].xyz;\nheld[k] = vec4f(tetheredPosition(held[k].xyz, anchor, tether.length * cloth.tetherLimit), held[k].w);\n}\n}\nfor (var c = 0u; c < cloth.colliderCount; c++) {\nlet collider = colliders[cloth.firstCollider + c];\nlet friction = cloth.friction * collider.friction;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet contact = colliderContact(collider, held[k].xyz, time, share);\nheld[k] = vec4f(contactPosition(contact, held[k].xyz, previous[k], cloth.thickness, friction), held[k].w);\n}\n}\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet i = lane + k * WORKGROUP_SIZE;\nif (i < count && held[k].w != 0.0) {\npositions[i] = held[k];\n}\n}\nworkgroupBarrier();\n}\nvar minimum = vec3f(1e30);\nvar maximum = vec3f(-1e30);\nvar speed = 0.0;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet i = lane + k * WORKGROUP_SIZE;\nif (i < count) {\nvar position = positions[i].xyz;\nif (positions[i].w == 0.0) {\nposition = cloth.linear * restParticles[cloth.firstRest + i].xyz;\n}\nparticles[cloth.firstParticle + i].position = position;\nparticles[cloth.firstParticle + i].previous = previous[k];\nlet local = cloth.toLocal * position;\nminimum = min(minimum, local);\nmaximum = max(maximum, local);\nlet motion = position - previous[k];\nspeed = max(speed, sqrt(dot(motion, motion)) / cloth.substepTime);\n}\n}\nworkgroupBarrier();\nwriteExtent(group.x, lane, vec4f(minimum, 0.0), vec4f(maximum, speed));\n}\nfn cellOf(cloth: Cloth, lane: u32, color: u32) -> Cell {\nlet parityU = color & 1u;\nlet parityV = color >> 1u;\nlet columns = (cloth.countU - parityU) / 2u;\nlet rows = (cloth.countV - parityV) / 2u;\nvar cell: Cell;\nif (lane >= columns * rows) {\nreturn cell;\n}\nlet column = 2u * (lane % columns) + parityU;\nlet row = 2u * (lane / columns) + parityV;\ncell.corner = row * cloth.countU + column;\ncell.links = ALL_CELLS;\nlet a = restParticles[cloth.firstRest + cell.corner].xyz;\nlet b = restParticles[cloth.firstRest + cell.corner + 1u].xyz;\nlet c = restParticles[cloth.firstRest + cell.corner + cloth.countU].xyz;\nlet d = restParticles[cloth.firstRest + cell.corner + cloth.countU + 1u].xyz;\ncell.length = vec4f(\nlength(cloth.linear * (b - a)), length(cloth.linear * (c - a)), length(cloth.linear * (d - a)), length(cloth.linear * (c - b)));\nif (row + 2u == cloth.countV) {\ncell.links |= LAST_ROW;\ncell.borderLength.x = length(cloth.linear * (d - c));\n}\nif (column + 2u == cloth.countU) {\ncell.links |= LAST_COLUMN;\ncell.borderLength.y = length(cloth.linear * (d - b));\n}\nreturn cell;\n}\nfn relaxCell(cell: Cell, countU: u32, compliance: vec3f, collected: CellMultipliers) -> CellMultipliers {\nvar a = positions[cell.corner];\nvar b = positions[cell.corner + 1u];\nvar c = positions[cell.corner + countU];\nvar d = positions[cell.corner + countU + 1u];\nlet slender = cell.length.x / cell.length.y;\nlet warp = compliance.x * slender;\nlet weft = compliance.y / slender;\nvar sum = collected;\nvar impulse = distanceImpulse(b.xyz - a.xyz, a.w + b.w, cell.length.x, warp, sum.inner.x);\na -= vec4f(impulse.xyz * a.w, 0.0);\nb += vec4f(impulse.xyz * b.w, 0.0);\nsum.inner.x += impulse.w;\nimpulse = distanceImpulse(c.xyz - a.xyz, a.w + c.w, cell.length.y, weft, sum.inner.y);\na -= vec4f(impulse.xyz * a.w, 0.0);\nc += vec4f(impulse.xyz * c.w, 0.0);\nsum.inner.y += impulse.w;\nimpulse = distanceImpulse(d.xyz - a.xyz, a.w + d.w, cell.length.z, compliance.z, sum.inner.z);\na -= vec4f(impulse.xyz * a.w, 0.0);\nd += vec4f(impulse.xyz * d.w, 0.0);\nsum.inner.z += impulse.w;\nimpulse = distanceImpulse(c.xyz - b.xyz, b.w + c.w, cell.length.w, compliance.z, sum.inner.w);\nb -= vec4f(impulse.xyz * b.w, 0.0);\nc += vec4f(impulse.xyz * c.w, 0.0);\nsum.inner.w += impulse.w;\nif ((cell.links & LAST_ROW) != 0u) {\nimpulse = distanceImpulse(d.xyz - c.xyz, c.w + d.w, cell.borderLength.x, warp, sum.border.x);\nc -= vec4f(impulse.xyz * c.w, 0.0);\nd += vec4f(impulse.xyz * d.w, 0.0);\nsum.border.x += impulse.w;\n}\nif ((cell.links & LAST_COLUMN) != 0u) {\nimpulse = distanceImpulse(d.xyz - b.xyz, b.w + d.w, cell.borderLength.y, weft, sum.border.y);\nb -= vec4f(impulse.xyz * b.w, 0.0);\nd += vec4f(impulse.xyz * d.w, 0.0);\nsum.border.y += impulse.w;\n}\npositions[cell.corner] = a;\npositions[cell.corner + 1u] = b;\npositions[cell.corner + countU] = c;\npositions[cell.corner + countU + 1u] = d;\nreturn sum;\n}\nfn normalAt(cloth: Cloth, i: u32, column: u32, row: u32) -> vec3f {\nlet left = select(i, i - 1u, column > 0u);\nlet right = select(i, i + 1u, column + 1u < cloth.countU);\nlet below = select(i, i - cloth.countU, row > 0u);\nlet above = select(i, i + cloth.countU, row + 1u < cloth.countV);\nlet normal = cross(positions[right].xyz - positions[left].xyz, positions[above].xyz - positions[below].xyz);\nlet length = sqrt(dot(normal, normal));\nreturn select(vec3f(0.0), normal / length, length > 0.0);\n}\nfn writeExtent(clothIndex: u32, lane: u32, minimum: vec4f, maximum: vec4f) {\npositions[lane] = minimum;\npositions[lane + WORKGROUP_SIZE] = maximum;\nworkgroupBarrier();\nfor (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {\nif (lane < stride) {\npositions[lane] = min(positions[lane], positions[lane + stride]);\npositions[lane + WORKGROUP_SIZE] = max(positions[lane + WORKGROUP_SIZE], positions[lane + WORKGROUP_SIZE + stride]);\n}\nworkgroupBarrier();\n}\nif (lane == 0u) {\nextents[clothIndex] = ClothExtent(positions[0].xyz, positions[WORKGROUP_SIZE].w, positions[WORKGROUP_SIZE].xyz);\n}\n}",
    "bindings": {
      "cloths": 0,
      "restParticles": 1,
      "tethers": 2,
      "colliders": 3,
      "particles": 4,
      "extents": 5
    },
    "constants": {
      "WORKGROUP_SIZE": 64,
      "PARTICLES_PER_INVOCATION": 4,
      "COLORS": 4,
      "ALL_CELLS": 1,
      "LAST_ROW": 2,
      "LAST_COLUMN": 4
    }
  }
} as const;

/** WGSL functions by file, for tests of a single function. */
export const includes = {
  "airDrag": "fn airDragVelocity(wind: vec3f, velocity: vec3f, unitNormal: vec3f, drag: f32, substepTime: f32) -> vec3f {\nlet through = dot(wind - velocity, unitNormal);\nlet strength = drag * abs(through) * substepTime;\nreturn unitNormal * (through * strength / (1.0 + strength));\n}",
  "colliderKinds": "const SPHERE = 0u;\nconst PLANE = 1u;",
  "contact": "const SPHERE = 0u;\nconst PLANE = 1u;\nstruct Contact {\nnormal: vec3f,\ndistance: f32,\nmotion: vec3f,\n}\nfn colliderContact(collider: Collider, point: vec3f, time: f32, share: f32) -> Contact {\nlet path = collider.position - collider.previousPosition;\nlet center = collider.previousPosition + path * time;\nvar contact: Contact;\ncontact.motion = path * share;\nif (collider.kind == SPHERE) {\nlet outward = point - center;\nlet length = sqrt(dot(outward, outward));\ncontact.normal = select(vec3f(0.0, 1.0, 0.0), outward / length, length > 0.0);\ncontact.distance = length - collider.radius;\n} else {\ncontact.normal = normalize(collider.previousAxis + (collider.axis - collider.previousAxis) * time);\ncontact.distance = dot(point - center, contact.normal);\n}\nreturn contact;\n}\nfn contactPosition(contact: Contact, position: vec3f, previous: vec3f, gap: f32, friction: f32) -> vec3f {\nlet depth = gap - contact.distance;\nlet pushed = position + contact.normal * depth;\nlet slip = pushed - previous - contact.motion;\nlet tangential = slip - contact.normal * dot(slip, contact.normal);\nlet length = sqrt(dot(tangential, tangential));\nlet kept = select(1.0 - friction * depth / length, 0.0, length <= friction * depth);\nreturn select(position, pushed - tangential * (1.0 - kept), depth > 0.0);\n}",
  "distance": "fn distanceImpulse(difference: vec3f, weight: f32, restLength: f32, alpha: f32, multiplier: f32) -> vec4f {\nlet length = sqrt(dot(difference, difference));\nlet change = (restLength - length - alpha * multiplier) / (weight + alpha);\nlet solvable = weight > 0.0 && length > 0.0;\nreturn select(vec4f(0.0), vec4f(difference * (change / length), change), solvable);\n}",
  "quadraticSpline": "struct QuadraticBasis {\nfirstControlPoint: u32,\nweight: vec3f,\nderivative: vec3f,\n}\nfn quadraticBasis(parameter: f32, count: u32) -> QuadraticBasis {\nlet spans = count - 2u;\nlet scaled = parameter * f32(spans);\nlet span = min(u32(max(scaled, 0.0)), spans - 1u);\nlet t = scaled - f32(span);\nlet left = select(1.0, 0.5, span > 0u);\nlet right = select(1.0, 0.5, span + 1u < spans);\nlet first = (1.0 - t) * (1.0 - t) * left;\nlet last = t * t * right;\nlet firstSlope = -2.0 * (1.0 - t) * left;\nlet lastSlope = 2.0 * t * right;\nvar basis: QuadraticBasis;\nbasis.firstControlPoint = span;\nbasis.weight = vec3f(first, 1.0 - first - last, last);\nbasis.derivative = vec3f(firstSlope, -firstSlope - lastSlope, lastSlope) * f32(spans);\nreturn basis;\n}",
  "structs": "struct Cloth {\nlinear: mat3x3f,\npreviousLinear: mat3x3f,\ntoLocal: mat3x3f,\nframeShift: vec3f,\nfirstParticle: u32,\ngravity: vec3f,\nfirstRest: u32,\nwind: vec3f,\nfirstTether: u32,\ncountU: u32,\ncountV: u32,\ntethersPerParticle: u32,\nfirstCollider: u32,\ncolliderCount: u32,\nsubstepCount: u32,\niterationCount: u32,\nreset: u32,\nsubstepTime: f32,\nvelocityKept: f32,\nairDrag: f32,\nthickness: f32,\nfriction: f32,\ntetherLimit: f32,\nwarpCompliance: f32,\nweftCompliance: f32,\nshearCompliance: f32,\n}\nstruct Particle {\nposition: vec3f,\ninverseMass: f32,\nprevious: vec3f,\n}\nstruct Tether {\nanchor: u32,\nlength: f32,\n}\nstruct Collider {\nposition: vec3f,\nkind: u32,\npreviousPosition: vec3f,\nfriction: f32,\naxis: vec3f,\nradius: f32,\npreviousAxis: vec3f,\n}\nstruct ClothExtent {\nminimum: vec3f,\nspeed: f32,\nmaximum: vec3f,\n}\nstruct Surface {\ntoLocal: mat3x3f,\nfirstParticle: u32,\ncountU: u32,\ncountV: u32,\nsegmentsU: u32,\nsegmentsV: u32,\nfirstVertex: u32,\nfirstIndex: u32,\n}",
  "tether": "fn tetheredPosition(position: vec3f, anchor: vec3f, reach: f32) -> vec3f {\nlet difference = position - anchor;\nlet length = sqrt(dot(difference, difference));\nreturn select(position, anchor + difference * (reach / length), length > reach);\n}",
  "verlet": "fn verletPosition(position: vec3f, motion: vec3f, kept: f32, acceleration: vec3f, substepTime: f32) -> vec3f {\nreturn position + motion * kept + acceleration * (substepTime * substepTime);\n}"
} as const;
