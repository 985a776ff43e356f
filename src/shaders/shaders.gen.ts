// Made by scripts/generateShaders.mjs from the .wgsl files beside it. Do not edit.

/** Memory layouts of the structs in structs.wgsl [bytes]. */
export const structs = {
  "Cloth": {
    "size": 464,
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
      "carry": {
        "offset": 144,
        "type": "mat3x3f"
      },
      "frameShift": {
        "offset": 192,
        "type": "vec3f"
      },
      "firstParticle": {
        "offset": 204,
        "type": "u32"
      },
      "carryShift": {
        "offset": 208,
        "type": "vec3f"
      },
      "carryMode": {
        "offset": 220,
        "type": "u32"
      },
      "gravity": {
        "offset": 224,
        "type": "vec3f"
      },
      "firstRest": {
        "offset": 236,
        "type": "u32"
      },
      "wind": {
        "offset": 240,
        "type": "vec3f"
      },
      "firstTether": {
        "offset": 252,
        "type": "u32"
      },
      "airOrigin": {
        "offset": 256,
        "type": "vec3f"
      },
      "tethersPerParticle": {
        "offset": 268,
        "type": "u32"
      },
      "warp": {
        "offset": 272,
        "type": "vec4f"
      },
      "weft": {
        "offset": 288,
        "type": "vec4f"
      },
      "shear": {
        "offset": 304,
        "type": "vec4f"
      },
      "firstBend": {
        "offset": 320,
        "type": "u32"
      },
      "bendWarp": {
        "offset": 324,
        "type": "f32"
      },
      "bendWeft": {
        "offset": 328,
        "type": "f32"
      },
      "strainLimit": {
        "offset": 332,
        "type": "f32"
      },
      "tetherLimit": {
        "offset": 336,
        "type": "f32"
      },
      "countU": {
        "offset": 340,
        "type": "u32"
      },
      "countV": {
        "offset": 344,
        "type": "u32"
      },
      "closed": {
        "offset": 348,
        "type": "u32"
      },
      "firstCollider": {
        "offset": 352,
        "type": "u32"
      },
      "colliderCount": {
        "offset": 356,
        "type": "u32"
      },
      "substepCount": {
        "offset": 360,
        "type": "u32"
      },
      "iterationCount": {
        "offset": 364,
        "type": "u32"
      },
      "arePinsMoving": {
        "offset": 368,
        "type": "u32"
      },
      "reset": {
        "offset": 372,
        "type": "u32"
      },
      "substepTime": {
        "offset": 376,
        "type": "f32"
      },
      "velocityKept": {
        "offset": 380,
        "type": "f32"
      },
      "airInterval": {
        "offset": 384,
        "type": "u32"
      },
      "drag": {
        "offset": 388,
        "type": "f32"
      },
      "lift": {
        "offset": 392,
        "type": "f32"
      },
      "turbulence": {
        "offset": 396,
        "type": "f32"
      },
      "thickness": {
        "offset": 400,
        "type": "f32"
      },
      "friction": {
        "offset": 404,
        "type": "f32"
      },
      "collisionMassScale": {
        "offset": 408,
        "type": "f32"
      },
      "continuousCollision": {
        "offset": 412,
        "type": "u32"
      },
      "surfaceSamples": {
        "offset": 416,
        "type": "u32"
      },
      "firstTarget": {
        "offset": 420,
        "type": "u32"
      },
      "firstMotion": {
        "offset": 424,
        "type": "u32"
      },
      "motionCount": {
        "offset": 428,
        "type": "u32"
      },
      "motionScale": {
        "offset": 432,
        "type": "f32"
      },
      "motionBias": {
        "offset": 436,
        "type": "f32"
      },
      "firstSeparation": {
        "offset": 440,
        "type": "u32"
      },
      "separationCount": {
        "offset": 444,
        "type": "u32"
      },
      "separationScale": {
        "offset": 448,
        "type": "f32"
      },
      "separationBias": {
        "offset": 452,
        "type": "f32"
      },
      "firstImpulse": {
        "offset": 456,
        "type": "u32"
      },
      "impulseCount": {
        "offset": 460,
        "type": "u32"
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
      },
      "hold": {
        "offset": 28,
        "type": "f32"
      }
    }
  },
  "SubstepPass": {
    "size": 12,
    "fields": {
      "substep": {
        "offset": 0,
        "type": "u32"
      },
      "moves": {
        "offset": 4,
        "type": "u32"
      },
      "holds": {
        "offset": 8,
        "type": "u32"
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
    "size": 112,
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
      "rotation": {
        "offset": 32,
        "type": "vec4f"
      },
      "previousRotation": {
        "offset": 48,
        "type": "vec4f"
      },
      "size": {
        "offset": 64,
        "type": "vec3f"
      },
      "firstPlane": {
        "offset": 76,
        "type": "u32"
      },
      "spin": {
        "offset": 80,
        "type": "vec3f"
      },
      "planeCount": {
        "offset": 92,
        "type": "u32"
      },
      "isPushed": {
        "offset": 96,
        "type": "u32"
      }
    }
  },
  "ClothState": {
    "size": 48,
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
      },
      "faults": {
        "offset": 28,
        "type": "u32"
      },
      "airTravel": {
        "offset": 32,
        "type": "vec3f"
      },
      "substeps": {
        "offset": 44,
        "type": "u32"
      }
    }
  },
  "ColliderImpulse": {
    "size": 32,
    "fields": {
      "linear": {
        "offset": 0,
        "type": "vec3i"
      },
      "angular": {
        "offset": 16,
        "type": "vec3i"
      }
    }
  },
  "Surface": {
    "size": 176,
    "fields": {
      "toLocal": {
        "offset": 0,
        "type": "mat3x3f"
      },
      "origin": {
        "offset": 48,
        "type": "vec3f"
      },
      "firstParticle": {
        "offset": 60,
        "type": "u32"
      },
      "minSegments": {
        "offset": 64,
        "type": "vec2f"
      },
      "maxSegments": {
        "offset": 72,
        "type": "vec2f"
      },
      "countU": {
        "offset": 80,
        "type": "u32"
      },
      "countV": {
        "offset": 84,
        "type": "u32"
      },
      "closed": {
        "offset": 88,
        "type": "u32"
      },
      "firstCell": {
        "offset": 92,
        "type": "u32"
      },
      "mode": {
        "offset": 96,
        "type": "u32"
      },
      "tolerance": {
        "offset": 100,
        "type": "f32"
      },
      "near": {
        "offset": 104,
        "type": "f32"
      },
      "far": {
        "offset": 108,
        "type": "f32"
      },
      "faces": {
        "offset": 112,
        "type": "u32"
      },
      "halfThickness": {
        "offset": 116,
        "type": "f32"
      },
      "frontUVs": {
        "offset": 128,
        "type": "vec4f"
      },
      "backUVs": {
        "offset": 144,
        "type": "vec4f"
      },
      "tangentSign": {
        "offset": 160,
        "type": "f32"
      },
      "spansPerCell": {
        "offset": 164,
        "type": "u32"
      }
    }
  },
  "Eye": {
    "size": 112,
    "fields": {
      "left": {
        "offset": 0,
        "type": "vec4f"
      },
      "right": {
        "offset": 16,
        "type": "vec4f"
      },
      "bottom": {
        "offset": 32,
        "type": "vec4f"
      },
      "top": {
        "offset": 48,
        "type": "vec4f"
      },
      "position": {
        "offset": 64,
        "type": "vec3f"
      },
      "pixelsPerUnit": {
        "offset": 76,
        "type": "f32"
      },
      "forward": {
        "offset": 80,
        "type": "vec3f"
      },
      "near": {
        "offset": 92,
        "type": "f32"
      },
      "isOrthographic": {
        "offset": 96,
        "type": "u32"
      },
      "isAllAround": {
        "offset": 100,
        "type": "u32"
      },
      "slant": {
        "offset": 104,
        "type": "f32"
      }
    }
  },
  "View": {
    "size": 12,
    "fields": {
      "eyeCount": {
        "offset": 0,
        "type": "u32"
      },
      "coarseness": {
        "offset": 4,
        "type": "f32"
      },
      "maxQuads": {
        "offset": 8,
        "type": "u32"
      }
    }
  },
  "SurfaceCell": {
    "size": 32,
    "fields": {
      "needed": {
        "offset": 0,
        "type": "vec2f"
      },
      "firstVertex": {
        "offset": 8,
        "type": "u32"
      },
      "firstQuad": {
        "offset": 12,
        "type": "u32"
      },
      "edges": {
        "offset": 16,
        "type": "u32"
      },
      "inside": {
        "offset": 20,
        "type": "u32"
      },
      "morphs": {
        "offset": 24,
        "type": "u32"
      }
    }
  },
  "DrawArguments": {
    "size": 20,
    "fields": {
      "indexCount": {
        "offset": 0,
        "type": "u32"
      },
      "instanceCount": {
        "offset": 4,
        "type": "u32"
      },
      "firstIndex": {
        "offset": 8,
        "type": "u32"
      },
      "baseVertex": {
        "offset": 12,
        "type": "u32"
      },
      "firstInstance": {
        "offset": 16,
        "type": "u32"
      }
    }
  },
  "DrawnSurface": {
    "size": 84,
    "fields": {
      "all": {
        "offset": 0,
        "type": "DrawArguments"
      },
      "front": {
        "offset": 20,
        "type": "DrawArguments"
      },
      "back": {
        "offset": 40,
        "type": "DrawArguments"
      },
      "vertexCount": {
        "offset": 60,
        "type": "u32"
      },
      "quadCount": {
        "offset": 64,
        "type": "u32"
      },
      "cellsU": {
        "offset": 68,
        "type": "u32"
      },
      "cellsV": {
        "offset": 72,
        "type": "u32"
      },
      "spansPerCell": {
        "offset": 76,
        "type": "u32"
      },
      "morph": {
        "offset": 80,
        "type": "f32"
      }
    }
  },
  "SurfaceChunk": {
    "size": 8,
    "fields": {
      "surface": {
        "offset": 0,
        "type": "u32"
      },
      "number": {
        "offset": 4,
        "type": "u32"
      }
    }
  },
  "SurfaceTotals": {
    "size": 16,
    "fields": {
      "chunkCount": {
        "offset": 0,
        "type": "u32"
      },
      "quads": {
        "offset": 4,
        "type": "u32"
      },
      "demand": {
        "offset": 8,
        "type": "u32"
      },
      "coarsened": {
        "offset": 12,
        "type": "u32"
      }
    }
  }
} as const;

/** Constants that TypeScript shares with the WGSL functions. */
export const constants = {
  "BEND_SHARE": 0.35,
  "BEND_LEAN": 0.1,
  "ALL_CELLS": 1,
  "LAST_ROW": 2,
  "LAST_COLUMN": 4,
  "NOT_CARRIED": 0,
  "CARRIED": 1,
  "TELEPORTED": 2,
  "CLOSED_U": 1,
  "CLOSED_V": 2,
  "RELEASED": -1,
  "ON_MESH": 0,
  "PIN_HERE": -1,
  "FIRST_TARGET": 1,
  "LINK_WARP": 1,
  "LINK_WEFT": 2,
  "LINK_SHEAR": 4,
  "LINK_SHEAR_ACROSS": 8,
  "LINK_BEND_WARP": 16,
  "LINK_BEND_WEFT": 32,
  "ALL_LINKS": 63,
  "MAX_TRACE_STEPS": 8,
  "TRACE_TOLERANCE": 0.02,
  "SPHERE": 0,
  "PLANE": 1,
  "ELLIPSOID": 2,
  "BOX": 3,
  "CAPSULE": 4,
  "CONVEX": 5,
  "MAX_COLLIDERS": 64,
  "IMPULSE_UNIT": 4194304,
  "MAX_SPEEDUP": 2,
  "LIFT_GAIN": 0.1,
  "LIFT_LOSS": 0.01,
  "LIFT_BAND": 0.2,
  "MAX_LIFT": 0.5,
  "HIDDEN": 0,
  "BY_ERROR": 1,
  "BY_DISTANCE": 2,
  "FIXED": 3,
  "FRONT_FACE": 1,
  "BACK_FACE": 2,
  "CHUNK_ITEMS": 128,
  "QUAD_INDICES": 6,
  "DEMAND_UNIT": 8,
  "MAX_COARSE_SPANS": 1024,
  "MAX_FINE_CELLS": 4096,
  "MAX_EXPONENT": 6,
  "VERTICES_PER_PAIR": 3,
  "DEAD": -1,
  "EDDY_SIZE": 0.5,
  "EDDY_PERIOD": 256
} as const;

const airText = "fn airVelocity(wind: vec3f, velocity: vec3f, unitNormal: vec3f, drag: f32, lift: f32, time: f32) -> vec3f {\nlet relative = wind - velocity;\nlet through = dot(relative, unitNormal);\nlet speed = sqrt(dot(relative, relative));\nlet dragged = drag * abs(through) * time;\nlet lifted = lift * time;\nlet across = unitNormal * (through * speed) - relative * (through * through / max(speed, 1e-20));\nreturn relative * (dragged / (1.0 + dragged)) + across * (lifted / (1.0 + lifted * speed));\n}";
const airFieldText = "fn airAfter(travel: vec3f, substeps: u32, more: u32, wind: vec3f, interval: u32, substepTime: f32) -> vec3f {\nlet period = EDDY_SIZE * EDDY_PERIOD;\nlet looks = (substeps + more + interval - 1u) / interval - (substeps + interval - 1u) / interval;\nvar way = travel;\nfor (var look = 0u; look < looks; look++) {\nway += wind * (f32(interval) * substepTime);\nway -= floor(way / period) * period;\n}\nreturn way;\n}\nfn airAt(slot: u32, point: vec3f, airTravel: vec3f) -> vec3f {\nif (cloths[slot].turbulence == 0.0) {\nreturn cloths[slot].wind;\n}\nlet speed = sqrt(dot(cloths[slot].wind, cloths[slot].wind));\nreturn cloths[slot].wind + eddies(point + cloths[slot].airOrigin - airTravel) * (speed * cloths[slot].turbulence);\n}";
const beginText = "struct Start {\nnow: vec4f,\nprevious: vec3f,\nlift: f32,\n}\nfn startOf(slot: u32, index: u32, share: f32) -> Start {\nlet particle = particles[cloths[slot].firstParticle + index];\nvar position = particle.position - cloths[slot].frameShift;\nvar last = particle.previous - cloths[slot].frameShift;\nif (cloths[slot].carryMode == TELEPORTED) {\nposition = cloths[slot].carry * particle.position;\nlast = cloths[slot].carry * particle.previous;\n}\nvar lift = select(0.0, max(particle.hold, 0.0), cloths[slot].surfaceSamples != 0u);\nif (cloths[slot].reset != 0u) {\nposition = cloths[slot].linear * vectors[cloths[slot].firstRest + index].xyz;\nlast = position;\nlift = 0.0;\n} else if (particle.hold == RELEASED) {\nlast = position;\n}\nif (particle.inverseMass == 0.0) {\nlet goal = pinGoal(slot, index, position);\nif (particle.hold >= FIRST_TARGET) {\nposition = vectors[targetPlace(slot, particle.hold) + 1u].xyz;\n} else if (particle.hold == ON_MESH) {\nposition = cloths[slot].previousLinear * particle.previous - cloths[slot].frameShift;\n}\nposition = select(position, goal, cloths[slot].reset != 0u);\nlast = position - (goal - position) * share;\n}\nreturn Start(vec4f(position, particle.inverseMass), last, lift);\n}";
const bendText = "const BEND_SHARE = 0.35;\nconst BEND_LEAN = 0.1;\nfn bendImpulse(e: vec3f, rest: f32, unitNormal: vec3f, weight: f32, alpha: f32) -> vec3f {\nlet length = sqrt(dot(e, e));\nlet side = select(-1.0, 1.0, dot(e, unitNormal) >= 0.0);\nlet lean = e * side + unitNormal * (BEND_LEAN * abs(rest));\nlet direction = lean * inverseSqrt(max(dot(lean, lean), 1e-30));\nreturn direction * ((side * length - rest) / (weight / BEND_SHARE + alpha));\n}\nfn chordWeight(a: f32, c: f32, ratio: f32) -> f32 {\nreturn a * ratio * ratio + c * (1.0 - ratio) * (1.0 - ratio);\n}";
const carryText = "fn carriedPosition(slot: u32, position: vec3f, time: f32) -> vec3f {\nlet center = cloths[slot].frameShift * (time - 1.0);\nreturn cloths[slot].carry * (position - center) + center + cloths[slot].carryShift;\n}";
const cellText = "struct Cell {\na: u32,\nb: u32,\nlinks: u32,\nlength: vec4f,\nborderLength: vec2f,\n}\nconst ALL_CELLS = 1u;\nconst LAST_ROW = 2u;\nconst LAST_COLUMN = 4u;\nfn relaxCell(\ncell: Cell, countU: u32, warp: vec4f, weft: vec4f, shear: vec4f, strainLimit: f32,\n) {\nvar a = positions[cell.a];\nvar b = positions[cell.b];\nvar c = positions[cell.a + countU];\nvar d = positions[cell.b + countU];\nlet slender = max(cell.length.x, 1e-9) / max(cell.length.y, 1e-9);\nlet alongU = vec4f(warp.x * slender, warp.yzw);\nlet alongV = vec4f(weft.x / slender, weft.yzw);\nlet live = select(vec4f(1.0), step(vec4f(0.0), cell.length), CUTTABLE != 0u);\nlet rowWeight = select(0.0, c.w + d.w, (cell.links & LAST_ROW) != 0u && cell.borderLength.x >= 0.0);\nlet columnWeight = select(0.0, b.w + d.w, (cell.links & LAST_COLUMN) != 0u && cell.borderLength.y >= 0.0);\nvar first = distanceImpulse(b.xyz - a.xyz, (a.w + b.w) * live.x, cell.length.x, alongU, strainLimit);\nvar second = distanceImpulse(d.xyz - c.xyz, rowWeight, cell.borderLength.x, alongU, strainLimit);\na -= vec4f(first * a.w, 0.0);\nb += vec4f(first * b.w, 0.0);\nc -= vec4f(second * c.w, 0.0);\nd += vec4f(second * d.w, 0.0);\nfirst = distanceImpulse(c.xyz - a.xyz, (a.w + c.w) * live.y, cell.length.y, alongV, strainLimit);\nsecond = distanceImpulse(d.xyz - b.xyz, columnWeight, cell.borderLength.y, alongV, strainLimit);\na -= vec4f(first * a.w, 0.0);\nc += vec4f(first * c.w, 0.0);\nb -= vec4f(second * b.w, 0.0);\nd += vec4f(second * d.w, 0.0);\nfirst = distanceImpulse(d.xyz - a.xyz, (a.w + d.w) * live.z, cell.length.z, shear, strainLimit);\nsecond = distanceImpulse(c.xyz - b.xyz, (b.w + c.w) * live.w, cell.length.w, shear, strainLimit);\na -= vec4f(first * a.w, 0.0);\nd += vec4f(first * d.w, 0.0);\nb -= vec4f(second * b.w, 0.0);\nc += vec4f(second * c.w, 0.0);\npositions[cell.a] = a;\npositions[cell.b] = b;\npositions[cell.a + countU] = c;\npositions[cell.b + countU] = d;\n}";
const chordText = "fn chordShape(i: u32, count: u32) -> vec2f {\nif (i == 0u || i + 1u == count) {\nreturn vec2f(0.0);\n}\nlet left = select(1.0, 0.5, i == 1u);\nlet right = select(1.0, 0.5, i + 2u == count);\nreturn vec2f(right / (left + right), 0.75 - 0.25 * (left + right));\n}\nfn unitOrZero(vector: vec3f) -> vec3f {\nlet squared = dot(vector, vector);\nreturn select(vec3f(0.0), vector * inverseSqrt(squared), squared > 0.0);\n}";
const clothKindsText = "const NOT_CARRIED = 0u;\nconst CARRIED = 1u;\nconst TELEPORTED = 2u;\nconst CLOSED_U = 1u;\nconst CLOSED_V = 2u;\nconst RELEASED = -1.0;\nconst ON_MESH = 0.0;\nconst PIN_HERE = -1.0;\nconst FIRST_TARGET = 1.0;\nconst LINK_WARP = 1u;\nconst LINK_WEFT = 2u;\nconst LINK_SHEAR = 4u;\nconst LINK_SHEAR_ACROSS = 8u;\nconst LINK_BEND_WARP = 16u;\nconst LINK_BEND_WEFT = 32u;\nconst ALL_LINKS = 63u;";
const collideText = "const MAX_TRACE_STEPS = 8u;\nconst TRACE_TOLERANCE = 0.02;\nstruct Held {\nnow: array<vec4f, PARTICLES_PER_INVOCATION>,\nprevious: array<vec3f, PARTICLES_PER_INVOCATION>,\n}\nfn collided(\nslot: u32, c: u32, time: f32, share: f32,\nheld: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>,\ntoSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,\n) -> Held {\nlet collider = colliders[c];\nlet pose = colliderPose(collider, time);\nlet thickness = cloths[slot].thickness;\nlet friction = cloths[slot].friction * collider.friction;\nvar isClose = collider.kind == PLANE || (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet offset = held[k].xyz + toSurface[k] - pose.position;\nlet reach = shapeReach(collider.kind, collider.size) + thickness + lift[k];\nisClose |= dot(offset, offset) < reach * reach;\n}\nif (!isClose) {\nreturn Held(held, previous);\n}\nvar local: array<vec3f, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlocal[k] = unrotated(pose.rotation, held[k].xyz + toSurface[k] - pose.position);\n}\nvar found = shapeContacts(collider, local);\nif (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u) {\nlet before = colliderPose(collider, time - share);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nvar start: vec3f;\nvar end: vec3f;\nvar there: vec4f;\nvar gap: f32;\nfor (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {\nstart = select(start, previous[i] + toSurface[i], i == k);\nend = select(end, local[i], i == k);\nthere = select(there, found[i], i == k);\ngap = select(gap, thickness + lift[i], i == k);\n}\nlet swept = sweptContact(collider, unrotated(before.rotation, start - before.position), end, there, gap);\nfor (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {\nfound[i] = select(found[i], swept, i == k);\n}\n}\n}\nvar isTouched = false;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nisTouched |= held[k].w > 0.0 && found[k].w < thickness + lift[k];\n}\nif (!isTouched) {\nreturn Held(held, previous);\n}\nvar touched = Held(held, previous);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet motion = surfaceMotion(collider, pose, held[k].xyz + toSurface[k], share);\nlet contact = Contact(rotated(pose.rotation, found[k].xyz), found[k].w, motion);\nlet response = contactResponse(contact, held[k].xyz, previous[k], thickness + lift[k], friction);\nlet isFree = held[k].w > 0.0;\ntouched.now[k] = vec4f(select(held[k].xyz, response.position, isFree), held[k].w);\ntouched.previous[k] = select(previous[k], response.previous, isFree);\n}\nlet substepTime = cloths[slot].substepTime;\nif (collider.isPushed != 0u) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\nlet slowed = held[k].xyz - previous[k] - touched.now[k].xyz + touched.previous[k];\npush(c, slowed / (held[k].w * substepTime), held[k].xyz + toSurface[k] - pose.position);\n}\n}\n}\nif (cloths[slot].collisionMassScale > 0.0) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet speed = max(thickness + lift[k] - found[k].w, 0.0) / substepTime;\ntouched.now[k].w /= 1.0 + cloths[slot].collisionMassScale * speed;\n}\n}\nreturn touched;\n}\nfn shapeContacts(collider: Collider, points: array<vec3f, PARTICLES_PER_INVOCATION>) -> array<vec4f, PARTICLES_PER_INVOCATION> {\nvar contacts: array<vec4f, PARTICLES_PER_INVOCATION>;\nswitch (collider.kind) {\ncase SPHERE: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = sphereContact(points[k], collider.size.x);\n}\n}\ncase PLANE: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = vec4f(0.0, 1.0, 0.0, points[k].y);\n}\n}\ncase BOX: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = boxContact(points[k], collider.size);\n}\n}\ncase CAPSULE: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = capsuleContact(points[k], collider.size);\n}\n}\ndefault: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = shapeContact(collider, points[k]);\n}\n}\n}\nreturn contacts;\n}\nfn shapeContact(collider: Collider, point: vec3f) -> vec4f {\nswitch (collider.kind) {\ncase SPHERE: { return sphereContact(point, collider.size.x); }\ncase ELLIPSOID: { return ellipsoidContact(point, collider.size); }\ncase BOX: { return boxContact(point, collider.size); }\ncase CAPSULE: { return capsuleContact(point, collider.size); }\ncase CONVEX: {\nvar contact = vec4f(0.0, 1.0, 0.0, -FARTHEST);\nfor (var p = 0u; p < collider.planeCount; p++) {\nlet plane = vectors[collider.firstPlane + p];\nlet distance = dot(plane.xyz, point) - plane.w;\nif (distance > contact.w) {\ncontact = vec4f(plane.xyz, distance);\n}\n}\nreturn contact;\n}\ndefault: { return vec4f(0.0, 1.0, 0.0, point.y); }\n}\n}\nfn sweptContact(collider: Collider, start: vec3f, end: vec3f, there: vec4f, gap: f32) -> vec4f {\nlet way = end - start;\nlet length = sqrt(dot(way, way));\nvar contact = shapeContact(collider, start);\nvar traveled = 0.0;\nif (length == 0.0) {\nreturn there;\n}\nif (contact.w <= gap * (1.0 + TRACE_TOLERANCE)) {\nlet inward = -dot(way, contact.xyz);\nreturn select(there, vec4f(contact.xyz, contact.w - inward), inward > gap);\n}\nfor (var step = 0u; step < MAX_TRACE_STEPS; step++) {\ntraveled += contact.w - gap;\nif (traveled >= length) {\nreturn there;\n}\nlet point = start + way * (traveled / length);\ncontact = shapeContact(collider, point);\nif (contact.w <= gap * (1.0 + TRACE_TOLERANCE) + 1e-7) {\nreturn vec4f(contact.xyz, contact.w + dot(end - point, contact.xyz));\n}\n}\nreturn there;\n}\nfn push(c: u32, impulse: vec3f, arm: vec3f) {\nlet linear = vec3i(round(impulse * IMPULSE_UNIT));\nlet angular = vec3i(round(cross(arm, impulse) * IMPULSE_UNIT));\nfor (var axis = 0u; axis < 3u; axis++) {\natomicAdd(&impulses[6u * c + axis], linear[axis]);\natomicAdd(&impulses[6u * c + 3u + axis], angular[axis]);\n}\n}";
const colliderKindsText = "const SPHERE = 0u;\nconst PLANE = 1u;\nconst ELLIPSOID = 2u;\nconst BOX = 3u;\nconst CAPSULE = 4u;\nconst CONVEX = 5u;\nconst MAX_COLLIDERS = 64u;\nconst IMPULSE_UNIT = 4194304.0;";
const colliderShapesText = "fn sphereContact(point: vec3f, radius: f32) -> vec4f {\nlet squared = dot(point, point);\nlet reciprocal = inverseSqrt(squared);\nreturn select(vec4f(0.0, 1.0, 0.0, -radius), vec4f(point * reciprocal, squared * reciprocal - radius), squared > 0.0);\n}\nfn ellipsoidContact(point: vec3f, radii: vec3f) -> vec4f {\nlet scaled = point / radii;\nlet gradient = scaled / radii;\nlet squared = dot(scaled, scaled);\nlet slope = sqrt(dot(gradient, gradient));\nif (slope == 0.0) {\nreturn vec4f(0.0, 1.0, 0.0, -min(radii.x, min(radii.y, radii.z)));\n}\nlet level = sqrt(squared);\nreturn vec4f(gradient / slope, level * (level - 1.0) / slope);\n}\nfn boxContact(point: vec3f, halfSize: vec3f) -> vec4f {\nlet beyond = abs(point) - halfSize;\nlet side = select(vec3f(-1.0), vec3f(1.0), point >= vec3f(0.0));\nlet depth = max(beyond.x, max(beyond.y, beyond.z));\nlet isX = depth == beyond.x;\nlet isY = !isX && depth == beyond.y;\nlet face = select(select(vec3f(0.0, 0.0, 1.0), vec3f(0.0, 1.0, 0.0), isY), vec3f(1.0, 0.0, 0.0), isX);\nlet outside = max(beyond, vec3f(0.0));\nlet squared = dot(outside, outside);\nlet reciprocal = inverseSqrt(max(squared, 1e-30));\nreturn select(vec4f(face * side, depth), vec4f(outside * side * reciprocal, squared * reciprocal), squared > 0.0);\n}\nfn capsuleContact(point: vec3f, size: vec3f) -> vec4f {\nlet length = 2.0 * size.y;\nlet slope = clamp((size.x - size.z) / max(length, 1e-20), -1.0, 1.0);\nlet along = sqrt(max(1.0 - slope * slope, 0.0));\nlet squared = dot(point.xz, point.xz);\nlet reciprocal = inverseSqrt(max(squared, 1e-30));\nlet radial = squared * reciprocal;\nlet foot = (point.y + size.y) * along - radial * slope;\nlet isStart = foot <= 0.0 || slope == 1.0;\nlet isEnd = !isStart && (foot >= length * along || slope == -1.0);\nlet sphere = sphereContact(point + vec3f(0.0, select(-size.y, size.y, isStart), 0.0), select(size.z, size.x, isStart));\nlet outward = select(vec2f(1.0, 0.0), point.xz * reciprocal, squared > 0.0);\nlet cone = vec4f(outward.x * along, slope, outward.y * along, radial * along + (point.y + size.y) * slope - size.x);\nreturn select(cone, sphere, isStart || isEnd);\n}\nfn shapeReach(kind: u32, size: vec3f) -> f32 {\nswitch (kind) {\ncase BOX: { return sqrt(dot(size, size)); }\ncase CAPSULE: { return size.y + max(size.x, size.z); }\ndefault: { return max(size.x, max(size.y, size.z)); }\n}\n}";
const contactText = "struct Pose {\nposition: vec3f,\nrotation: vec4f,\n}\nfn colliderPose(collider: Collider, time: f32) -> Pose {\nreturn Pose(\nmix(collider.previousPosition, collider.position, time),\nnormalize(mix(collider.previousRotation, collider.rotation, time)));\n}\nstruct Contact {\nnormal: vec3f,\ndistance: f32,\nmotion: vec3f,\n}\nfn surfaceMotion(collider: Collider, pose: Pose, point: vec3f, share: f32) -> vec3f {\nreturn (collider.position - collider.previousPosition + cross(collider.spin, point - pose.position)) * share;\n}\nstruct Touched {\nposition: vec3f,\nprevious: vec3f,\n}\nfn contactResponse(contact: Contact, position: vec3f, previous: vec3f, gap: f32, friction: f32) -> Touched {\nlet depth = gap - contact.distance;\nlet way = position - previous - contact.motion;\nlet through = dot(way, contact.normal);\nlet stopped = max(-through, 0.0);\nlet tangential = way - contact.normal * through;\nlet length = sqrt(dot(tangential, tangential));\nlet lost = select(friction * stopped / length, 1.0, length <= friction * stopped);\nlet pushed = position + contact.normal * depth - tangential * lost;\nlet isDeep = depth > 0.0;\nreturn Touched(\nselect(position, pushed, isDeep),\nselect(previous, previous + contact.normal * (depth - stopped), isDeep));\n}";
const distanceText = "fn distanceImpulse(difference: vec3f, weight: f32, restLength: f32, phase: vec4f, strainLimit: f32) -> vec3f {\nlet squared = max(dot(difference, difference), 1e-30);\nlet reciprocal = inverseSqrt(squared);\nlet error = squared * reciprocal - restLength;\nlet slack = clamp(error, (phase.y - 1.0) * restLength, (phase.z - 1.0) * restLength);\nlet counted = error - (1.0 - phase.w) * slack;\nlet softened = weight + phase.x;\nlet divided = 1.0 / max(weight * softened, 1e-30);\nlet limited = min(-counted * weight, (strainLimit * restLength - error) * softened);\nreturn difference * (select(0.0, limited * divided, weight > 0.0) * reciprocal);\n}";
const endOfStepText = "struct End {\nnow: vec3f,\nprevious: vec3f,\n}\nfn endOf(place: vec2i, index: u32) -> End {\nlet here = particleOf(now, place);\nif (here.w == 0.0) {\nreturn End(pinGoal(0u, index, here.xyz), textureLoad(before, place, 0).xyz);\n}\nreturn End(here.xyz, previousPosition(particleOf(before, place), cloths[0].substepCount));\n}";
const extentsText = "var<workgroup> lows: array<vec4f, WORKGROUP_SIZE>;\nvar<workgroup> highs: array<vec4f, WORKGROUP_SIZE>;\nfn gatherExtents(lane: u32, low: vec4f, high: vec4f) {\nlows[lane] = low;\nhighs[lane] = high;\nworkgroupBarrier();\nfor (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {\nif (lane < stride) {\nlows[lane] = min(lows[lane], lows[lane + stride]);\nhighs[lane] = max(highs[lane], highs[lane + stride]);\n}\nworkgroupBarrier();\n}\n}";
const finishText = "fn storeParticle(slot: u32, i: u32, position: vec3f, previous: vec3f, lift: f32) {\nlet index = cloths[slot].firstParticle + i;\nparticles[index].position = position;\nif (particles[index].inverseMass > 0.0) {\nparticles[index].previous = previous;\nparticles[index].hold = lift;\n} else if (particles[index].hold < FIRST_TARGET) {\nparticles[index].previous = pinPlace(slot, i, position);\nparticles[index].hold = ON_MESH;\n}\n}\nfn restParticle(slot: u32, index: u32) {\nlet shift = cloths[slot].frameShift;\nlet stays = particles[index].position - select(vec3f(0.0), shift, isNumber(shift));\nparticles[index].position = stays;\nif (particles[index].inverseMass > 0.0) {\nparticles[index].previous = stays;\nparticles[index].hold = 0.0;\n}\n}";
const finiteText = "const FARTHEST = 1e9;\nfn isNumber(vector: vec3f) -> bool {\nlet exponents = bitcast<vec3u>(vector) & vec3u(0x7f800000u);\nreturn all(exponents < vec3u(bitcast<u32>(FARTHEST) & 0x7f800000u));\n}";
const gridContactText = "const MAX_SPEEDUP = 2.0;\nconst LIFT_GAIN = 0.1;\nconst LIFT_LOSS = 0.01;\nconst LIFT_BAND = 0.2;\nconst MAX_LIFT = 0.5;\nfn surroundings(\nslot: u32,\nheld: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>,\ntoSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,\n) -> vec4f {\nvar center = vec3f(0.0);\nvar count = 0.0;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\ncenter += held[k].xyz;\ncount += 1.0;\n}\n}\ncenter /= max(count, 1.0);\nvar radius = -1.0;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\nlet offset = held[k].xyz - center;\nlet motion = held[k].xyz - previous[k];\nlet way = MAX_SPEEDUP * f32(cloths[slot].airInterval) * sqrt(dot(motion, motion));\nradius = max(radius, sqrt(dot(offset, offset)) + way + sqrt(dot(toSurface[k], toSurface[k])) + lift[k] + cloths[slot].thickness);\n}\n}\nreturn vec4f(center, select(-1.0, radius + knotReach(slot), radius >= 0.0));\n}\nfn knotReach(slot: u32) -> f32 {\nlet middle = cloths[slot].firstRest + (cloths[slot].countV / 2u) * cloths[slot].countU + cloths[slot].countU / 2u;\nlet diagonal = vectors[middle].xyz - vectors[middle - cloths[slot].countU - 1u].xyz;\nreturn 0.75 * length(cloths[slot].linear * diagonal);\n}\nfn isNear(slot: u32, c: u32, time: f32, share: f32, sphere: vec4f) -> bool {\nlet collider = colliders[c];\nlet path = collider.position - collider.previousPosition;\nlet offset = sphere.xyz - collider.previousPosition - path * time;\nlet way = MAX_SPEEDUP * f32(cloths[slot].airInterval) * share * sqrt(dot(path, path));\nlet room = sphere.w + way + shapeReach(collider.kind, collider.size);\nif (collider.kind == PLANE) {\nreturn sphere.w >= 0.0 && dot(offset, rotated(collider.rotation, vec3f(0.0, 1.0, 0.0))) < room;\n}\nreturn sphere.w >= 0.0 && dot(offset, offset) < room * room;\n}\nfn liftOver(\nslot: u32, lane: u32, near: vec2u, time: f32,\nheld: array<vec4f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,\n) -> array<f32, PARTICLES_PER_INVOCATION> {\nvar missing: array<f32, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nmissing[k] = -cloths[slot].thickness;\n}\nfor (var word = 0u; word < 2u; word++) {\nfor (var bits = near[word]; bits != 0u; bits &= bits - 1u) {\nlet collider = colliders[cloths[slot].firstCollider + word * 32u + firstTrailingBit(bits)];\nlet pose = colliderPose(collider, time);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\nmissing[k] = max(missing[k], missingClearance(slot, collider, pose, ownPlace(lane, k)));\n}\n}\n}\n}\nvar lifted: array<f32, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet band = LIFT_BAND * cloths[slot].thickness;\nlet change = LIFT_GAIN * max(missing[k] - band, 0.0) + LIFT_LOSS * min(missing[k] + band, 0.0);\nlifted[k] = clamp(lift[k] + change, 0.0, MAX_LIFT * spacingAt(slot, ownPlace(lane, k)));\n}\nreturn lifted;\n}\nfn missingClearance(slot: u32, collider: Collider, pose: Pose, place: u32) -> f32 {\nlet row = place / cloths[slot].countU;\nlet next = neighboursOf(slot, place, columnAt(place - row * cloths[slot].countU, cloths[slot].countU), row);\nlet here = positions[place].xyz;\nlet offset = here - pose.position;\nlet reach = shapeReach(collider.kind, collider.size) + cloths[slot].thickness + 2.0 * spacingAt(slot, place);\nvar missing = -cloths[slot].thickness;\nif (collider.kind != PLANE && dot(offset, offset) > reach * reach) {\nreturn missing;\n}\nfor (var side = 0u; side < 4u; side++) {\nlet beside = select(next.left, next.right, (side & 1u) != 0u);\nlet beyond = select(next.below, next.above, (side & 2u) != 0u);\nif (beside != place && beyond != place) {\nlet corner = beside + beyond - place;\nlet knot = 0.25 * (here + positions[beside].xyz + positions[beyond].xyz + positions[corner].xyz);\nlet contact = shapeContact(collider, unrotated(pose.rotation, knot - pose.position));\nmissing = max(missing, cloths[slot].thickness - contact.w);\n}\n}\nreturn missing;\n}\nfn spacingAt(slot: u32, place: u32) -> f32 {\nlet row = place / cloths[slot].countU;\nlet next = neighboursOf(slot, place, columnAt(place - row * cloths[slot].countU, cloths[slot].countU), row);\nlet across = positions[next.right].xyz - positions[next.left].xyz;\nreturn 0.5 * sqrt(dot(across, across));\n}";
const gridHoldText = "fn seamPosition(slot: u32, place: u32, column: u32, row: u32) -> vec3f {\nlet isSeamU = (cloths[slot].closed & CLOSED_U) != 0u && (column == 0u || column + 1u == cloths[slot].countU);\nlet isSeamV = (cloths[slot].closed & CLOSED_V) != 0u && (row == 0u || row + 1u == cloths[slot].countV);\nlet first = placeOf(select(column, 1u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);\nlet second = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);\nlet third = placeOf(select(column, 1u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);\nlet fourth = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);\nif (!isSeamU && !isSeamV) {\nreturn positions[place].xyz;\n}\nreturn 0.25 * (positions[first].xyz + positions[second].xyz + positions[third].xyz + positions[fourth].xyz);\n}\nfn sharedMass(count: u32, sphere: vec4f) -> f32 {\nvar sum = 0.0;\nfor (var i = 0u; i < count; i++) {\nlet particle = positions[i];\nif (particle.w > 0.0) {\nsum += impulseShare(particle.xyz, sphere.xyz, sphere.w) / particle.w;\n}\n}\nreturn sum;\n}";
const gridLinksText = "fn cellOf(slot: u32, lane: u32, color: u32) -> Cell {\nlet parityU = color & 1u;\nlet parityV = color >> 1u;\nlet columns = (cloths[slot].countU - parityU) / 2u;\nlet rows = (cloths[slot].countV - parityV) / 2u;\nvar cell: Cell;\nif (lane >= columns * rows) {\nreturn cell;\n}\nlet column = 2u * (lane % columns) + parityU;\nlet row = 2u * (lane / columns) + parityV;\nlet corner = cloths[slot].firstRest + row * cloths[slot].countU + column;\ncell.a = placeOf(column, row, cloths[slot].countU);\ncell.b = placeOf(column + 1u, row, cloths[slot].countU);\ncell.links = ALL_CELLS;\nlet a = vectors[corner].xyz;\nlet b = vectors[corner + 1u].xyz;\nlet c = vectors[corner + cloths[slot].countU].xyz;\nlet d = vectors[corner + cloths[slot].countU + 1u].xyz;\ncell.length = vec4f(\nlength(cloths[slot].linear * (b - a)), length(cloths[slot].linear * (c - a)), length(cloths[slot].linear * (d - a)), length(cloths[slot].linear * (c - b)));\nif (row + 2u == cloths[slot].countV) {\ncell.links |= LAST_ROW;\ncell.borderLength.x = length(cloths[slot].linear * (d - c));\n}\nif (column + 2u == cloths[slot].countU) {\ncell.links |= LAST_COLUMN;\ncell.borderLength.y = length(cloths[slot].linear * (d - b));\n}\nreturn cell;\n}";
const gridMemoryText = "@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(2) var<storage, read> tethers: array<Tether>;\n@group(0) @binding(3) var<storage, read> colliders: array<Collider>;\n@group(0) @binding(4) var<storage, read_write> particles: array<Particle>;\n@group(0) @binding(5) var<storage, read_write> states: array<ClothState>;\n@group(0) @binding(6) var<storage, read_write> impulses: array<atomic<i32>>;\nvar<workgroup> positions: array<vec4f, CAPACITY>;\nstruct Neighbours {\nleft: u32,\nright: u32,\nbelow: u32,\nabove: u32,\n}\nfn ownPlace(lane: u32, k: u32) -> u32 {\nlet stride = min(WORKGROUP_SIZE, 32u);\nreturn (lane / stride * PARTICLES_PER_INVOCATION + k) * stride + lane % stride;\n}\nfn columnAt(place: u32, countU: u32) -> u32 {\nlet evens = (countU + 1u) / 2u;\nreturn select(2u * place, 2u * (place - evens) + 1u, place >= evens);\n}\nfn placeOf(column: u32, row: u32, countU: u32) -> u32 {\nreturn row * countU + column / 2u + select(0u, (countU + 1u) / 2u, column % 2u != 0u);\n}\nfn neighboursOf(slot: u32, place: u32, column: u32, row: u32) -> Neighbours {\nlet evens = (cloths[slot].countU + 1u) / 2u;\nlet isOdd = column % 2u != 0u;\nlet right = select(place + evens, place + 1u - evens, isOdd);\nlet left = select(place + evens - 1u, place - evens, isOdd);\nreturn Neighbours(\nselect(place, left, column > 0u),\nselect(place, right, column + 1u < cloths[slot].countU),\nselect(place, place - cloths[slot].countU, row > 0u),\nselect(place, place + cloths[slot].countU, row + 1u < cloths[slot].countV));\n}";
const heldText = "fn pinGoal(slot: u32, index: u32, position: vec3f) -> vec3f {\nlet particle = particles[cloths[slot].firstParticle + index];\nif (particle.hold >= FIRST_TARGET) {\nreturn vectors[targetPlace(slot, particle.hold)].xyz;\n}\nif (cloths[slot].reset != 0u) {\nreturn cloths[slot].linear * vectors[cloths[slot].firstRest + index].xyz;\n}\nreturn select(cloths[slot].linear * particle.previous, position, particle.hold == PIN_HERE);\n}\nfn targetPlace(slot: u32, hold: f32) -> u32 {\nreturn cloths[slot].firstTarget + 2u * u32(hold - FIRST_TARGET);\n}\nfn pinPlace(slot: u32, index: u32, position: vec3f) -> vec3f {\nlet particle = particles[cloths[slot].firstParticle + index];\nif (cloths[slot].reset != 0u) {\nreturn vectors[cloths[slot].firstRest + index].xyz;\n}\nreturn select(particle.previous, cloths[slot].toLocal * position, particle.hold == PIN_HERE);\n}\nfn guidedPosition(slot: u32, index: u32, position: vec3f, time: f32) -> vec3f {\nvar guided = position;\nif (cloths[slot].motionCount > 0u) {\nlet sphere = guideAt(slot, cloths[slot].firstMotion + 2u * index, time);\nguided = motionPosition(guided, sphere.xyz, sphere.w * cloths[slot].motionScale + cloths[slot].motionBias);\n}\nif (cloths[slot].separationCount > 0u) {\nlet sphere = guideAt(slot, cloths[slot].firstSeparation + 2u * index, time);\nguided = separationPosition(guided, sphere.xyz, sphere.w * cloths[slot].separationScale + cloths[slot].separationBias);\n}\nreturn guided;\n}\nfn guideAt(slot: u32, place: u32, time: f32) -> vec4f {\nlet now = vectors[place];\nlet before = vectors[place + 1u];\nlet center = mix(cloths[slot].previousLinear * before.xyz - cloths[slot].frameShift, cloths[slot].linear * now.xyz, time);\nreturn vec4f(center, mix(before.w, now.w, time));\n}";
const impulseText = "fn impulseShare(position: vec3f, point: vec3f, radius: f32) -> f32 {\nlet difference = position - point;\nlet fall = max(1.0 - dot(difference, difference) / (radius * radius), 0.0);\nreturn fall * fall;\n}";
const particleSphereText = "fn motionPosition(position: vec3f, center: vec3f, radius: f32) -> vec3f {\nlet difference = position - center;\nlet squared = dot(difference, difference);\nlet reach = max(radius, 0.0);\nreturn select(position, center + difference * (reach * inverseSqrt(max(squared, 1e-30))), squared > reach * reach);\n}\nfn separationPosition(position: vec3f, center: vec3f, radius: f32) -> vec3f {\nlet difference = position - center;\nlet squared = dot(difference, difference);\nif (radius <= 0.0 || squared >= radius * radius) {\nreturn position;\n}\nreturn center + select(vec3f(0.0, radius, 0.0), difference * (radius * inverseSqrt(squared)), squared > 0.0);\n}";
const quadraticSplineText = "struct QuadraticBasis {\nweight: vec3f,\nslope: vec3f,\nbow: vec3f,\n}\nfn quadraticBasis(span: u32, t: f32, spans: u32) -> QuadraticBasis {\nlet left = select(1.0, 0.5, span > 0u);\nlet right = select(1.0, 0.5, span + 1u < spans);\nlet first = (1.0 - t) * (1.0 - t) * left;\nlet last = t * t * right;\nlet firstSlope = -2.0 * (1.0 - t) * left;\nlet lastSlope = 2.0 * t * right;\nreturn QuadraticBasis(\nvec3f(first, 1.0 - first - last, last),\nvec3f(firstSlope, -firstSlope - lastSlope, lastSlope),\nvec3f(2.0 * left, -2.0 * (left + right), 2.0 * right));\n}";
const rotationText = "fn rotated(rotation: vec4f, vector: vec3f) -> vec3f {\nlet twice = 2.0 * cross(rotation.xyz, vector);\nreturn vector + rotation.w * twice + cross(rotation.xyz, twice);\n}\nfn unrotated(rotation: vec4f, vector: vec3f) -> vec3f {\nreturn rotated(vec4f(-rotation.xyz, rotation.w), vector);\n}";
const structsText = "struct Cloth {\nlinear: mat3x3f,\npreviousLinear: mat3x3f,\ntoLocal: mat3x3f,\ncarry: mat3x3f,\nframeShift: vec3f,\nfirstParticle: u32,\ncarryShift: vec3f,\ncarryMode: u32,\ngravity: vec3f,\nfirstRest: u32,\nwind: vec3f,\nfirstTether: u32,\nairOrigin: vec3f,\ntethersPerParticle: u32,\nwarp: vec4f,\nweft: vec4f,\nshear: vec4f,\nfirstBend: u32,\nbendWarp: f32,\nbendWeft: f32,\nstrainLimit: f32,\ntetherLimit: f32,\ncountU: u32,\ncountV: u32,\nclosed: u32,\nfirstCollider: u32,\ncolliderCount: u32,\nsubstepCount: u32,\niterationCount: u32,\narePinsMoving: u32,\nreset: u32,\nsubstepTime: f32,\nvelocityKept: f32,\nairInterval: u32,\ndrag: f32,\nlift: f32,\nturbulence: f32,\nthickness: f32,\nfriction: f32,\ncollisionMassScale: f32,\ncontinuousCollision: u32,\nsurfaceSamples: u32,\nfirstTarget: u32,\nfirstMotion: u32,\nmotionCount: u32,\nmotionScale: f32,\nmotionBias: f32,\nfirstSeparation: u32,\nseparationCount: u32,\nseparationScale: f32,\nseparationBias: f32,\nfirstImpulse: u32,\nimpulseCount: u32,\n}\nstruct Particle {\nposition: vec3f,\ninverseMass: f32,\nprevious: vec3f,\nhold: f32,\n}\nstruct SubstepPass {\nsubstep: u32,\nmoves: u32,\nholds: u32,\n}\nstruct Tether {\nanchor: u32,\nlength: f32,\n}\nstruct Collider {\nposition: vec3f,\nkind: u32,\npreviousPosition: vec3f,\nfriction: f32,\nrotation: vec4f,\npreviousRotation: vec4f,\nsize: vec3f,\nfirstPlane: u32,\nspin: vec3f,\nplaneCount: u32,\nisPushed: u32,\n}\nstruct ClothState {\nminimum: vec3f,\nspeed: f32,\nmaximum: vec3f,\nfaults: u32,\nairTravel: vec3f,\nsubsteps: u32,\n}\nstruct ColliderImpulse {\nlinear: vec3i,\nangular: vec3i,\n}\nstruct Surface {\ntoLocal: mat3x3f,\norigin: vec3f,\nfirstParticle: u32,\nminSegments: vec2f,\nmaxSegments: vec2f,\ncountU: u32,\ncountV: u32,\nclosed: u32,\nfirstCell: u32,\nmode: u32,\ntolerance: f32,\nnear: f32,\nfar: f32,\nfaces: u32,\nhalfThickness: f32,\nfrontUVs: vec4f,\nbackUVs: vec4f,\ntangentSign: f32,\nspansPerCell: u32,\n}\nstruct Eye {\nleft: vec4f,\nright: vec4f,\nbottom: vec4f,\ntop: vec4f,\nposition: vec3f,\npixelsPerUnit: f32,\nforward: vec3f,\nnear: f32,\nisOrthographic: u32,\nisAllAround: u32,\nslant: f32,\n}\nstruct View {\neyeCount: u32,\ncoarseness: f32,\nmaxQuads: u32,\n}\nstruct SurfaceCell {\nneeded: vec2f,\nfirstVertex: u32,\nfirstQuad: u32,\nedges: u32,\ninside: u32,\nmorphs: u32,\n}\nstruct DrawArguments {\nindexCount: u32,\ninstanceCount: u32,\nfirstIndex: u32,\nbaseVertex: u32,\nfirstInstance: u32,\n}\nstruct DrawnSurface {\nall: DrawArguments,\nfront: DrawArguments,\nback: DrawArguments,\nvertexCount: u32,\nquadCount: u32,\ncellsU: u32,\ncellsV: u32,\nspansPerCell: u32,\nmorph: f32,\n}\nstruct SurfaceChunk {\nsurface: u32,\nnumber: u32,\n}\nstruct SurfaceTotals {\nchunkCount: u32,\nquads: u32,\ndemand: u32,\ncoarsened: u32,\n}";
const surfaceDemandText = "struct PatchShape {\nbends: vec3f,\nminimum: vec3f,\nmaximum: vec3f,\n}\nfn smallestCells(slot: u32) -> vec2u {\nlet spansPerCell = surfaces[slot].spansPerCell;\nreturn (vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u + spansPerCell - 1u) / spansPerCell;\n}\nfn patchShape(slot: u32, column: u32, row: u32) -> PatchShape {\nlet countU = surfaces[slot].countU;\nlet spansU = countU - 2u;\nlet spansV = surfaces[slot].countV - 2u;\nlet startU = quadraticBasis(column, 0.0, spansU);\nlet endU = quadraticBasis(column, 1.0, spansU);\nlet startV = quadraticBasis(row, 0.0, spansV);\nlet endV = quadraticBasis(row, 1.0, spansV);\nvar minimum = vec3f(3e38);\nvar maximum = vec3f(-3e38);\nvar bows: array<vec3f, 3>;\nvar twist0 = vec3f(0.0);\nvar twist1 = vec3f(0.0);\nvar twist2 = vec3f(0.0);\nvar twist3 = vec3f(0.0);\nvar bends = vec3f(0.0);\nfor (var j = 0u; j < 3u; j++) {\nlet first = surfaces[slot].firstParticle + (row + j) * countU + column;\nlet a = particles[first].position;\nlet b = particles[first + 1u].position;\nlet c = particles[first + 2u].position;\nminimum = min(minimum, min(a, min(b, c)));\nmaximum = max(maximum, max(a, max(b, c)));\nbends.x = max(bends.x, length(a * startU.bow.x + b * startU.bow.y + c * startU.bow.z));\nbows[0] += a * startV.bow[j];\nbows[1] += b * startV.bow[j];\nbows[2] += c * startV.bow[j];\nlet slopeAtStart = a * startU.slope.x + b * startU.slope.y + c * startU.slope.z;\nlet slopeAtEnd = a * endU.slope.x + b * endU.slope.y + c * endU.slope.z;\ntwist0 += slopeAtStart * startV.slope[j];\ntwist1 += slopeAtEnd * startV.slope[j];\ntwist2 += slopeAtStart * endV.slope[j];\ntwist3 += slopeAtEnd * endV.slope[j];\n}\nbends.y = max(max(length(twist0), length(twist1)), max(length(twist2), length(twist3)));\nbends.z = max(length(bows[0]), max(length(bows[1]), length(bows[2])));\nreturn PatchShape(bends, minimum, maximum);\n}\nfn cellDemand(slot: u32, shape: PatchShape, spans: vec2f, spansPerCell: f32) -> vec4f {\nlet center = surfaces[slot].origin + 0.5 * (shape.minimum + shape.maximum);\nlet radius = 0.5 * length(shape.maximum - shape.minimum) + surfaces[slot].halfThickness;\nif (surfaces[slot].mode == BY_DISTANCE) {\nlet needed = neededAt(slot, center, radius);\nlet whole = needed * spansPerCell;\nreturn vec4f(needed * spans, whole * whole);\n}\nlet inTolerances = shape.bends * (pixelsPerMeter(center, radius) / surfaces[slot].tolerance);\nlet whole = inTolerances * (spansPerCell * spansPerCell);\nreturn vec4f(segmentsNeeded(inTolerances * spans.xxy * spans.xyy), (whole.xz + whole.y) / 8.0);\n}\nfn pixelsPerMeter(center: vec3f, radius: f32) -> f32 {\nvar maximum = 0.0;\nfor (var e = 0u; e < view.eyeCount; e++) {\nlet toCenter = center - eyes[e].position;\nvar isSeen = eyes[e].isAllAround != 0u;\nif (!isSeen) {\nisSeen = dot(eyes[e].forward, toCenter) + radius > 0.0;\nisSeen = isSeen && isInFront(eyes[e].left, center, radius) && isInFront(eyes[e].right, center, radius)\n&& isInFront(eyes[e].bottom, center, radius) && isInFront(eyes[e].top, center, radius);\n}\nif (isSeen) {\nvar scale = 1.0;\nif (eyes[e].isOrthographic == 0u) {\nlet away = length(toCenter) + radius;\nlet depth = select(dot(eyes[e].forward, toCenter), length(toCenter), eyes[e].isAllAround != 0u);\nlet nearest = max(depth - radius, eyes[e].near);\nscale = min(away / nearest, eyes[e].slant) / nearest;\n}\nmaximum = max(maximum, eyes[e].pixelsPerUnit * scale);\n}\n}\nreturn maximum;\n}\nfn isInFront(side: vec4f, center: vec3f, radius: f32) -> bool {\nreturn dot(side.xyz, center) + side.w > -radius;\n}\nfn neededAt(slot: u32, center: vec3f, radius: f32) -> vec2f {\nlet near = surfaces[slot].near;\nlet far = surfaces[slot].far;\nvar distance = far;\nfor (var e = 0u; e < view.eyeCount; e++) {\ndistance = min(distance, max(length(center - eyes[e].position) - radius, near));\n}\nlet share = (1.0 / distance - 1.0 / far) / max(1.0 / near - 1.0 / far, 1e-9);\nreturn mix(surfaces[slot].minSegments, surfaces[slot].maxSegments, share);\n}";
const surfaceKindsText = "const HIDDEN = 0u;\nconst BY_ERROR = 1u;\nconst BY_DISTANCE = 2u;\nconst FIXED = 3u;\nconst FRONT_FACE = 1u;\nconst BACK_FACE = 2u;\nconst CHUNK_ITEMS = 128u;\nconst QUAD_INDICES = 6u;\nconst DEMAND_UNIT = 8u;\nconst MAX_COARSE_SPANS = 1024u;\nconst MAX_FINE_CELLS = 4096u;";
const tessellationText = "const MAX_EXPONENT = 6u;\nconst VERTICES_PER_PAIR = 3u;\nfn segmentsNeeded(bends: vec3f) -> vec2f {\nvar levels = vec2f(1.0);\nvar left = 8.0 - bends.x - 2.0 * bends.y - bends.z;\nif (left >= 0.0) {\nreturn sqrt(bends.xz / (bends.xz + max(left, 1e-9)));\n}\nvar isAlongU = false;\nvar parts = bends.xz;\nfor (var k = 0u; k < 2u * MAX_EXPONENT && left < 0.0; k++) {\nisAlongU = levels.y >= f32(1u << MAX_EXPONENT) || (parts.x > parts.y && levels.x < f32(1u << MAX_EXPONENT));\nlevels *= select(vec2f(1.0, 2.0), vec2f(2.0, 1.0), isAlongU);\nparts = bends.xz / (levels * levels);\nleft = 8.0 - parts.x - 2.0 * bends.y / (levels.x * levels.y) - parts.y;\n}\nlet part = select(parts.y, parts.x, isAlongU);\nlet reached = clamp(sqrt(part / max(part + left, 1e-20)), 0.501, 1.0);\nreturn 0.999999 * levels * select(vec2f(1.0, reached), vec2f(reached, 1.0), isAlongU);\n}\nfn levelOf(needed: f32) -> u32 {\nreturn 1u << u32(clamp(ceil(log2(max(needed, 1e-9))), 0.0, f32(MAX_EXPONENT)));\n}\nfn morphOf(needed: f32, level: u32) -> f32 {\nlet ratio = f32(level) / max(needed, 1e-9);\nreturn clamp((4.0 - ratio * ratio) / 3.0, 0.0, 1.0);\n}";
const tetherText = "fn tetheredPosition(position: vec3f, anchor: vec3f, reach: f32) -> vec3f {\nlet difference = position - anchor;\nlet squared = dot(difference, difference);\nlet scale = min(1.0, reach * inverseSqrt(max(squared, 1e-30)));\nreturn select(position, anchor + difference * scale, squared > reach * reach);\n}";
const textureNetText = "const DEAD = -1.0;\nfn hasParticle(place: vec2i) -> bool {\nreturn all(place >= vec2i(0)) && place.x < i32(cloths[0].countU) && place.y < i32(cloths[0].countV);\n}\nfn indexOf(place: vec2i) -> u32 {\nreturn u32(place.y) * cloths[0].countU + u32(place.x);\n}\nfn particleOf(net: texture_2d<f32>, place: vec2i) -> vec4f {\nlet particle = textureLoad(net, place, 0);\nlet last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;\nlet isSeamU = (cloths[0].closed & CLOSED_U) != 0u && (place.x == 0 || place.x == last.x);\nlet isSeamV = (cloths[0].closed & CLOSED_V) != 0u && (place.y == 0 || place.y == last.y);\nif (particle.w == 0.0 || (!isSeamU && !isSeamV)) {\nreturn particle;\n}\nlet low = select(place, vec2i(1), vec2<bool>(isSeamU, isSeamV));\nlet high = select(place, last - 1, vec2<bool>(isSeamU, isSeamV));\nlet sum = textureLoad(net, low, 0).xyz + textureLoad(net, vec2i(high.x, low.y), 0).xyz\n+ textureLoad(net, vec2i(low.x, high.y), 0).xyz + textureLoad(net, high, 0).xyz;\nreturn vec4f(0.25 * sum, particle.w);\n}\nfn previousPosition(before: vec4f, substep: u32) -> vec3f {\nif (cloths[0].carryMode != CARRIED || substep == 0u || before.w == 0.0) {\nreturn before.xyz;\n}\nreturn carriedPosition(0u, before.xyz, f32(substep - 1u) / f32(cloths[0].substepCount));\n}";
const turbulenceText = "const EDDY_SIZE = 0.5;\nconst EDDY_PERIOD = 256.0;\nfn latticeVector(point: vec3i) -> vec3f {\nvar v = (vec3u(point) & vec3u(u32(EDDY_PERIOD) - 1u)) * 1664525u + 1013904223u;\nv.x += v.y * v.z;\nv.y += v.z * v.x;\nv.z += v.x * v.y;\nv ^= v >> vec3u(16u);\nv.x += v.y * v.z;\nv.y += v.z * v.x;\nv.z += v.x * v.y;\nreturn vec3f(v >> vec3u(8u)) * (1.0 / 8388608.0) - 1.0;\n}\nfn eddies(point: vec3f) -> vec3f {\nlet scaled = point / EDDY_SIZE;\nlet corner = floor(scaled);\nlet t = scaled - corner;\nlet w = t * t * (3.0 - 2.0 * t);\nlet cell = vec3i(corner);\nvar velocity = vec3f(0.0);\nfor (var k = 0u; k < 8u; k++) {\nlet far = vec3u(k & 1u, (k >> 1u) & 1u, k >> 2u);\nlet weight = select(1.0 - w, w, far == vec3u(1u));\nvelocity += latticeVector(cell + vec3i(far)) * (weight.x * weight.y * weight.z);\n}\nreturn velocity;\n}";
const verletText = "fn verletPosition(position: vec3f, motion: vec3f, kept: f32, acceleration: vec3f, substepTime: f32) -> vec3f {\nreturn position + motion * kept + acceleration * (substepTime * substepTime);\n}";

/** Compute kernels, includes resolved. */
export const kernels = {
  "beginFullResolution": {
    "name": "beginFullResolution",
    "code": /* @__PURE__ */ [structsText, clothKindsText, impulseText, particleSphereText, heldText, beginText, carryText, textureNetText, "const WORKGROUP_WIDTH = 16u;\n@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(2) var<storage, read> particles: array<Particle>;\n@group(0) @binding(3) var<storage, read> masses: array<f32>;\n@group(0) @binding(4) var<storage, read> links: array<u32>;\n@group(0) @binding(5) var before: texture_storage_2d<rgba32float, write>;\n@group(0) @binding(6) var now: texture_storage_2d<rgba32float, write>;\n@group(0) @binding(7) var lengths: texture_storage_2d<rgba32float, write>;\n@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)\nfn beginFullResolution(@builtin(global_invocation_id) invocation: vec3u) {\nlet place = vec2i(invocation.xy);\nif (!hasParticle(place)) {\nreturn;\n}\nlet index = indexOf(place);\nlet start = startOf(0u, index, 1.0 / f32(max(cloths[0].substepCount, 1u)));\nvar previous = start.previous;\nif (start.now.w > 0.0) {\nfor (var m = 0u; m < cloths[0].impulseCount; m++) {\nlet sphere = vectors[cloths[0].firstImpulse + 2u * m];\nlet impulse = vectors[cloths[0].firstImpulse + 2u * m + 1u].xyz;\nlet velocity = impulse / max(masses[m], 1e-30);\nprevious -= velocity * (impulseShare(start.now.xyz, sphere.xyz, sphere.w) * cloths[0].substepTime);\n}\n}\ntextureStore(now, place, start.now);\ntextureStore(before, place, vec4f(previous, start.now.w));\nlet right = place + vec2i(1, 0);\nlet above = place + vec2i(0, 1);\nlet live = links[index];\ntextureStore(lengths, place, vec4f(\nrestLength(place, right, live & LINK_WARP), restLength(place, above, live & LINK_WEFT),\nrestLength(place, place + vec2i(1), live & LINK_SHEAR), restLength(right, above, live & LINK_SHEAR_ACROSS)));\n}\nfn restLength(start: vec2i, end: vec2i, live: u32) -> f32 {\nif (live == 0u || !hasParticle(start) || !hasParticle(end)) {\nreturn DEAD;\n}\nlet a = vectors[cloths[0].firstRest + indexOf(start)].xyz;\nlet b = vectors[cloths[0].firstRest + indexOf(end)].xyz;\nreturn length(cloths[0].linear * (b - a));\n}"].join("\n"),
    "bindings": {
      "cloths": 0,
      "vectors": 1,
      "particles": 2,
      "masses": 3,
      "links": 4,
      "before": 5,
      "now": 6,
      "lengths": 7
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "DEAD": -1,
      "WORKGROUP_WIDTH": 16
    }
  },
  "endFullResolution": {
    "name": "endFullResolution",
    "code": /* @__PURE__ */ [structsText, clothKindsText, finiteText, finishText, particleSphereText, heldText, carryText, textureNetText, endOfStepText, extentsText, turbulenceText, airFieldText, "const WORKGROUP_SIZE = 256u;\nconst LONGEST_COUNT = 16777216u;\n@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(2) var<storage, read_write> particles: array<Particle>;\n@group(0) @binding(3) var<storage, read> verdicts: array<vec4f>;\n@group(0) @binding(4) var<storage, read_write> states: array<ClothState>;\n@group(0) @binding(5) var before: texture_2d<f32>;\n@group(0) @binding(6) var now: texture_2d<f32>;\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn endFullResolution(\n@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,\n) {\nvar low = vec4f(vec3f(FARTHEST), 1.0);\nvar high = vec4f(vec3f(-FARTHEST), 0.0);\nfor (var i = lane; i < groups.x; i += WORKGROUP_SIZE) {\nlow = min(low, verdicts[2u * i]);\nhigh = max(high, verdicts[2u * i + 1u]);\n}\ngatherExtents(lane, low, high);\nlet isWell = lows[0].w > 0.0;\nlet count = cloths[0].countU * cloths[0].countV;\nfor (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += groups.x * WORKGROUP_SIZE) {\nlet index = cloths[0].firstParticle + i;\nif (isWell) {\nlet end = endOf(vec2i(vec2u(i % cloths[0].countU, i / cloths[0].countU)), i);\nstoreParticle(0u, i, end.now, end.previous, 0.0);\n} else {\nrestParticle(0u, index);\n}\n}\nif (group.x == 0u && lane == 0u) {\nif (isWell) {\nlet isNew = cloths[0].reset != 0u;\nlet substeps = select(states[0].substeps, 0u, isNew);\nlet travel = airAfter(\nselect(states[0].airTravel, vec3f(0.0), isNew), substeps, cloths[0].substepCount,\ncloths[0].wind, cloths[0].airInterval, cloths[0].substepTime);\nstates[0] = ClothState(\nlows[0].xyz, highs[0].w, highs[0].xyz, states[0].faults, travel, (substeps + cloths[0].substepCount) % LONGEST_COUNT);\n} else {\nstates[0].faults += 1u;\n}\n}\n}"].join("\n"),
    "bindings": {
      "cloths": 0,
      "vectors": 1,
      "particles": 2,
      "verdicts": 3,
      "states": 4,
      "before": 5,
      "now": 6
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "DEAD": -1,
      "EDDY_SIZE": 0.5,
      "EDDY_PERIOD": 256,
      "WORKGROUP_SIZE": 256,
      "LONGEST_COUNT": 16777216
    }
  },
  "evaluateSurface": {
    "name": "evaluateSurface",
    "code": /* @__PURE__ */ [structsText, clothKindsText, surfaceKindsText, quadraticSplineText, "const WORKGROUP_SIZE = 128u;\nconst VERTEX_VECTORS = 3u;\n@group(0) @binding(0) var<storage, read> surfaces: array<Surface>;\n@group(0) @binding(1) var<storage, read> particles: array<Particle>;\n@group(0) @binding(2) var<storage, read> cells: array<SurfaceCell>;\n@group(0) @binding(3) var<storage, read> drawn: array<DrawnSurface>;\n@group(0) @binding(4) var<storage, read> chunks: array<SurfaceChunk>;\n@group(0) @binding(5) var<storage, read_write> vertices: array<vec4f>;\n@group(0) @binding(6) var<storage, read_write> indices: array<u32>;\n@group(0) @binding(7) var<storage, read> totals: SurfaceTotals;\nstruct Place {\nspan: u32,\nt: f32,\nparameter: f32,\n}\nstruct Three {\nspans: vec3u,\nts: vec3f,\nweights: vec3f,\n}\nstruct Point {\nposition: vec3f,\nalongU: vec3f,\nalongV: vec3f,\n}\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn evaluateSurface(\n@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,\n) {\nfor (var c = group.x; c < totals.chunkCount; c += groups.x) {\nevaluateChunk(chunks[c], lane);\n}\n}\nfn evaluateChunk(chunk: SurfaceChunk, lane: u32) {\nlet slot = chunk.surface;\nlet vertexCount = drawn[slot].vertexCount;\nlet vertexChunks = (vertexCount + CHUNK_ITEMS - 1u) / CHUNK_ITEMS;\nif (chunk.number < vertexChunks) {\nlet number = chunk.number * CHUNK_ITEMS + lane;\nif (number < vertexCount) {\nwriteVertex(slot, number);\n}\n} else {\nlet number = (chunk.number - vertexChunks) * CHUNK_ITEMS + lane;\nif (number < drawn[slot].quadCount) {\nwriteQuad(slot, number);\n}\n}\n}\nfn cellOfVertex(slot: u32, number: u32) -> u32 {\nvar low = 0u;\nvar high = (drawn[slot].cellsU + 1u) * (drawn[slot].cellsV + 1u);\nwhile (low + 1u < high) {\nlet middle = (low + high) / 2u;\nif (cells[surfaces[slot].firstCell + middle].firstVertex <= number) {\nlow = middle;\n} else {\nhigh = middle;\n}\n}\nreturn low;\n}\nfn cellOfQuad(slot: u32, number: u32) -> u32 {\nvar low = 0u;\nvar high = (drawn[slot].cellsU + 1u) * (drawn[slot].cellsV + 1u);\nwhile (low + 1u < high) {\nlet middle = (low + high) / 2u;\nif (cells[surfaces[slot].firstCell + middle].firstQuad <= number) {\nlow = middle;\n} else {\nhigh = middle;\n}\n}\nreturn low;\n}\nfn writeVertex(slot: u32, number: u32) {\nlet columns = drawn[slot].cellsU + 1u;\nlet index = cellOfVertex(slot, number);\nlet cell = cells[surfaces[slot].firstCell + index];\nlet column = index % columns;\nlet row = index / columns;\nlet local = number - cell.firstVertex;\nlet edges = vec2u(cell.edges & 0xffffu, cell.edges >> 16u);\nlet inside = vec2u(cell.inside & 0xffffu, cell.inside >> 16u);\nlet morphs = unpack4x8unorm(cell.morphs);\nvar at = vec2u(0u);\nvar segments = vec2u(1u);\nvar morph = vec2f(1.0);\nif (local > 0u && local < edges.x) {\nat.x = local;\nsegments.x = edges.x;\nmorph.x = morphs.x;\n} else if (local >= edges.x && local < edges.x + edges.y - 1u) {\nat.y = local - edges.x + 1u;\nsegments.y = edges.y;\nmorph.y = morphs.y;\n} else if (local > 0u) {\nlet rest = local - (edges.x + edges.y - 1u);\nat = vec2u(rest % (inside.x - 1u), rest / (inside.x - 1u)) + 1u;\nsegments = inside;\nmorph = morphs.zw;\n}\nlet spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;\nlet spansPerCell = drawn[slot].spansPerCell;\nlet placeU = placeOf(column, at.x, segments.x, spansPerCell, spans.x);\nlet placeV = placeOf(row, at.y, segments.y, spansPerCell, spans.y);\nlet basisU = quadraticBasis(placeU.span, placeU.t, spans.x);\nlet basisV = quadraticBasis(placeV.span, placeV.t, spans.y);\nlet point = pointAt(slot, placeU.span, placeV.span, basisU, basisV);\nvar position = point.position;\nlet behind = select(vec2f(0.0), 1.0 - morph, (at & vec2u(1u)) == vec2u(1u));\nif (behind.x + behind.y > 0.0) {\nlet width = min(vec2u(spansPerCell), spans - min(vec2u(column, row) * spansPerCell, spans));\nlet rest = at * width % segments;\nlet isInSpan = ((rest >= width) & (rest + width <= segments)) | (behind == vec2f(0.0));\nif (all(isInSpan)) {\nlet glide = 0.5 * behind * vec2f(width * width) / vec2f(segments * segments);\nlet weightU = QuadraticBasis(basisU.weight + glide.x * basisU.bow, basisU.slope, basisU.bow);\nlet weightV = QuadraticBasis(basisV.weight + glide.y * basisV.bow, basisV.slope, basisV.bow);\nposition = pointAt(slot, placeU.span, placeV.span, weightU, weightV).position;\n} else {\nlet step = select(vec2u(0u), vec2u(1u), behind > vec2f(0.0));\nlet before = at - step;\nlet after = at + step;\nposition = meanOf(slot,\nthreeOf(\nplaceOf(column, before.x, segments.x, spansPerCell, spans.x), placeU,\nplaceOf(column, after.x, segments.x, spansPerCell, spans.x), 0.5 * behind.x, 0.5 * behind.x),\nthreeOf(\nplaceOf(row, before.y, segments.y, spansPerCell, spans.y), placeV,\nplaceOf(row, after.y, segments.y, spansPerCell, spans.y), 0.5 * behind.y, 0.5 * behind.y));\n}\n}\nif (drawn[slot].morph < 1.0) {\nposition = glidingCorner(slot, column, row, position);\n}\nwriteFaces(slot, number, point, position, vec2f(placeU.parameter, placeV.parameter));\n}\nfn placeOf(cell: u32, at: u32, segments: u32, spansPerCell: u32, spans: u32) -> Place {\nlet start = min(cell * spansPerCell, spans);\nlet way = at * min(spansPerCell, spans - start);\nvar span = start + way / segments;\nvar t = f32(way % segments) / f32(segments);\nlet parameter = (f32(span) + t) / f32(spans);\nif (span == spans) {\nspan -= 1u;\nt = 1.0;\n}\nreturn Place(span, t, parameter);\n}\nfn pointAt(slot: u32, spanU: u32, spanV: u32, u: QuadraticBasis, v: QuadraticBasis) -> Point {\nlet countU = surfaces[slot].countU;\nvar point: Point;\nfor (var j = 0u; j < 3u; j++) {\nlet first = surfaces[slot].firstParticle + (spanV + j) * countU + spanU;\nlet a = particles[first].position;\nlet b = particles[first + 1u].position;\nlet c = particles[first + 2u].position;\nlet curve = a * u.weight.x + b * u.weight.y + c * u.weight.z;\npoint.position += curve * v.weight[j];\npoint.alongU += (a * u.slope.x + b * u.slope.y + c * u.slope.z) * v.weight[j];\npoint.alongV += curve * v.slope[j];\n}\nreturn point;\n}\nfn glidingCorner(slot: u32, column: u32, row: u32, position: vec3f) -> vec3f {\nlet isBetween = vec2<bool>(\n(column & 1u) == 1u && column < drawn[slot].cellsU, (row & 1u) == 1u && row < drawn[slot].cellsV);\nif (!any(isBetween)) {\nreturn position;\n}\nlet spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;\nlet spansPerCell = drawn[slot].spansPerCell;\nlet morph = drawn[slot].morph;\nlet here = vec2u(column, row);\nlet low = here - select(vec2u(0u), vec2u(1u), isBetween);\nlet high = here + select(vec2u(0u), vec2u(1u), isBetween);\nlet start = vec2f(min(low * spansPerCell, spans));\nlet end = vec2f(min(high * spansPerCell, spans));\nlet middle = vec2f(min(here * spansPerCell, spans));\nlet share = (middle - start) / max(end - start, vec2f(1.0));\nlet weightLow = select(vec2f(0.0), (1.0 - morph) * (1.0 - share), isBetween);\nlet weightHigh = select(vec2f(0.0), (1.0 - morph) * share, isBetween);\nreturn meanOf(slot,\nthreeOf(\nplaceOf(low.x, 0u, 1u, spansPerCell, spans.x), placeOf(here.x, 0u, 1u, spansPerCell, spans.x),\nplaceOf(high.x, 0u, 1u, spansPerCell, spans.x), weightLow.x, weightHigh.x),\nthreeOf(\nplaceOf(low.y, 0u, 1u, spansPerCell, spans.y), placeOf(here.y, 0u, 1u, spansPerCell, spans.y),\nplaceOf(high.y, 0u, 1u, spansPerCell, spans.y), weightLow.y, weightHigh.y));\n}\nfn threeOf(low: Place, here: Place, high: Place, weightLow: f32, weightHigh: f32) -> Three {\nreturn Three(\nvec3u(low.span, here.span, high.span), vec3f(low.t, here.t, high.t),\nvec3f(weightLow, 1.0 - weightLow - weightHigh, weightHigh));\n}\nfn meanOf(slot: u32, u: Three, v: Three) -> vec3f {\nlet spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;\nvar sum = vec3f(0.0);\nfor (var j = 0u; j < 3u; j++) {\nfor (var i = 0u; i < 3u; i++) {\nlet weight = u.weights[i] * v.weights[j];\nif (weight > 0.0) {\nlet basisU = quadraticBasis(u.spans[i], u.ts[i], spans.x);\nlet basisV = quadraticBasis(v.spans[j], v.ts[j], spans.y);\nsum += weight * pointAt(slot, u.spans[i], v.spans[j], basisU, basisV).position;\n}\n}\n}\nreturn sum;\n}\nfn writeFaces(slot: u32, number: u32, point: Point, position: vec3f, parameters: vec2f) {\nlet toLocal = surfaces[slot].toLocal;\nlet alongU = toLocal * point.alongU;\nlet alongV = toLocal * point.alongV;\nlet normal = unitOr(cross(alongV, alongU), vec3f(0.0, 0.0, -1.0));\nlet tangent = surfaces[slot].tangentSign * unitOr(alongU, vec3f(1.0, 0.0, 0.0));\nlet faces = surfaces[slot].faces;\nlet away = normal * surfaces[slot].halfThickness;\nlet local = toLocal * position;\nvar vertex = drawn[slot].all.baseVertex + number;\nif ((faces & FRONT_FACE) != 0u) {\nwriteFace(vertex, local + away, normal, tangent, 1.0, surfaces[slot].frontUVs, parameters);\nvertex += drawn[slot].vertexCount;\n}\nif ((faces & BACK_FACE) != 0u) {\nwriteFace(vertex, local - away, -normal, tangent, -1.0, surfaces[slot].backUVs, parameters);\n}\n}\nfn writeFace(vertex: u32, position: vec3f, normal: vec3f, tangent: vec3f, side: f32, corners: vec4f, parameters: vec2f) {\nlet turned = select(vec2f(1.0), vec2f(-1.0), corners.zw < corners.xy);\nlet along = tangent * turned.x;\nlet uv = mix(corners.xy, corners.zw, parameters);\nvertices[vertex * VERTEX_VECTORS] = vec4f(position, normal.x);\nvertices[vertex * VERTEX_VECTORS + 1u] = vec4f(normal.yz, along.xy);\nvertices[vertex * VERTEX_VECTORS + 2u] = vec4f(along.z, -side * turned.x * turned.y, uv);\n}\nfn writeQuad(slot: u32, number: u32) {\nlet firstCell = surfaces[slot].firstCell;\nlet columns = drawn[slot].cellsU + 1u;\nlet index = cellOfQuad(slot, number);\nlet cell = cells[firstCell + index];\nlet local = number - cell.firstQuad;\nlet inside = vec2u(cell.inside & 0xffffu, cell.inside >> 16u);\nlet isCell = index % columns < drawn[slot].cellsU && index / columns < drawn[slot].cellsV;\nlet insideCount = select(0u, inside.x * inside.y, isCell);\nif (local >= insideCount) {\nwriteRim(slot, number, index, local - insideCount);\nreturn;\n}\nlet at = vec2u(local % inside.x, local / inside.x);\nlet a = vertexAt(firstCell, columns, index, at, inside);\nlet b = vertexAt(firstCell, columns, index, at + vec2u(1u, 0u), inside);\nlet c = vertexAt(firstCell, columns, index, at + vec2u(0u, 1u), inside);\nlet d = vertexAt(firstCell, columns, index, at + vec2u(1u, 1u), inside);\nlet faces = surfaces[slot].faces;\nif ((faces & FRONT_FACE) != 0u) {\nwriteTriangles(drawn[slot].front.firstIndex + QUAD_INDICES * number, a, b, d, c);\n}\nif ((faces & BACK_FACE) != 0u) {\nlet back = select(0u, drawn[slot].vertexCount, (faces & FRONT_FACE) != 0u);\nwriteTriangles(drawn[slot].back.firstIndex + QUAD_INDICES * number, a + back, c + back, d + back, b + back);\n}\n}\nfn writeTriangles(first: u32, a: u32, b: u32, c: u32, d: u32) {\nindices[first] = a;\nindices[first + 1u] = b;\nindices[first + 2u] = c;\nindices[first + 3u] = a;\nindices[first + 4u] = c;\nindices[first + 5u] = d;\n}\nfn vertexAt(firstCell: u32, columns: u32, index: u32, at: vec2u, inside: vec2u) -> u32 {\nif (at.y == 0u) {\nreturn vertexAlongU(firstCell, index, at.x, inside.x);\n}\nif (at.y == inside.y) {\nreturn vertexAlongU(firstCell, index + columns, at.x, inside.x);\n}\nif (at.x == 0u) {\nreturn vertexAlongV(firstCell, columns, index, at.y, inside.y);\n}\nif (at.x == inside.x) {\nreturn vertexAlongV(firstCell, columns, index + 1u, at.y, inside.y);\n}\nlet edges = cells[firstCell + index].edges;\nlet before = (edges & 0xffffu) + (edges >> 16u) - 1u;\nreturn cells[firstCell + index].firstVertex + before + (at.y - 1u) * (inside.x - 1u) + at.x - 1u;\n}\nfn vertexAlongU(firstCell: u32, index: u32, at: u32, segments: u32) -> u32 {\nlet edge = cells[firstCell + index].edges & 0xffffu;\nlet snapped = at * edge / segments;\nif (snapped == edge) {\nreturn cells[firstCell + index + 1u].firstVertex;\n}\nreturn cells[firstCell + index].firstVertex + snapped;\n}\nfn vertexAlongV(firstCell: u32, columns: u32, index: u32, at: u32, segments: u32) -> u32 {\nlet edges = cells[firstCell + index].edges;\nlet edge = edges >> 16u;\nlet snapped = at * edge / segments;\nif (snapped == edge) {\nreturn cells[firstCell + index + columns].firstVertex;\n}\nreturn cells[firstCell + index].firstVertex + select((edges & 0xffffu) - 1u, 0u, snapped == 0u) + snapped;\n}\nfn writeRim(slot: u32, number: u32, index: u32, local: u32) {\nlet firstCell = surfaces[slot].firstCell;\nlet columns = drawn[slot].cellsU + 1u;\nlet edges = vec2u(cells[firstCell + index].edges & 0xffffu, cells[firstCell + index].edges >> 16u);\nlet row = index / columns;\nlet isAlongU = (row == 0u || row == drawn[slot].cellsV) && (surfaces[slot].closed & CLOSED_V) == 0u\n&& index % columns < drawn[slot].cellsU && local < edges.x;\nvar a: u32;\nvar b: u32;\nvar isFirst: bool;\nif (isAlongU) {\na = vertexAlongU(firstCell, index, local, edges.x);\nb = vertexAlongU(firstCell, index, local + 1u, edges.x);\nisFirst = row == 0u;\n} else {\nlet hasAlongU = (row == 0u || row == drawn[slot].cellsV) && (surfaces[slot].closed & CLOSED_V) == 0u\n&& index % columns < drawn[slot].cellsU;\nlet at = local - select(0u, edges.x, hasAlongU);\na = vertexAlongV(firstCell, columns, index, at, edges.y);\nb = vertexAlongV(firstCell, columns, index, at + 1u, edges.y);\nisFirst = index % columns != 0u;\n}\nlet back = drawn[slot].vertexCount;\nlet first = drawn[slot].front.firstIndex + QUAD_INDICES * number;\nif (isFirst) {\nwriteTriangles(first, a, a + back, b + back, b);\n} else {\nwriteTriangles(first, a, b, b + back, a + back);\n}\nwriteTriangles(drawn[slot].back.firstIndex + QUAD_INDICES * number, a, a, a, a);\n}\nfn unitOr(vector: vec3f, otherwise: vec3f) -> vec3f {\nlet length = sqrt(dot(vector, vector));\nreturn select(otherwise, vector / length, length > 0.0);\n}"].join("\n"),
    "bindings": {
      "surfaces": 0,
      "particles": 1,
      "cells": 2,
      "drawn": 3,
      "chunks": 4,
      "vertices": 5,
      "indices": 6,
      "totals": 7
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "HIDDEN": 0,
      "BY_ERROR": 1,
      "BY_DISTANCE": 2,
      "FIXED": 3,
      "FRONT_FACE": 1,
      "BACK_FACE": 2,
      "CHUNK_ITEMS": 128,
      "QUAD_INDICES": 6,
      "DEMAND_UNIT": 8,
      "MAX_COARSE_SPANS": 1024,
      "MAX_FINE_CELLS": 4096,
      "WORKGROUP_SIZE": 128,
      "VERTEX_VECTORS": 3
    }
  },
  "judgeFullResolution": {
    "name": "judgeFullResolution",
    "code": /* @__PURE__ */ [structsText, clothKindsText, finiteText, particleSphereText, heldText, carryText, textureNetText, endOfStepText, extentsText, "const WORKGROUP_SIZE = 256u;\n@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(2) var<storage, read> particles: array<Particle>;\n@group(0) @binding(3) var<storage, read_write> verdicts: array<vec4f>;\n@group(0) @binding(4) var before: texture_2d<f32>;\n@group(0) @binding(5) var now: texture_2d<f32>;\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn judgeFullResolution(\n@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32,\n) {\nlet count = cloths[0].countU * cloths[0].countV;\nvar low = vec4f(vec3f(FARTHEST), 1.0);\nvar high = vec4f(vec3f(-FARTHEST), 0.0);\nfor (var i = group.x * WORKGROUP_SIZE + lane; i < count; i += groups.x * WORKGROUP_SIZE) {\nlet end = endOf(vec2i(vec2u(i % cloths[0].countU, i / cloths[0].countU)), i);\nlet local = cloths[0].toLocal * end.now;\nlet motion = end.now - end.previous;\nlet isFinite = isNumber(end.now) && isNumber(end.previous);\nlow = min(low, vec4f(local, select(0.0, 1.0, isFinite)));\nhigh = max(high, vec4f(local, sqrt(dot(motion, motion)) / cloths[0].substepTime));\n}\ngatherExtents(lane, low, high);\nif (lane == 0u) {\nverdicts[2u * group.x] = lows[0];\nverdicts[2u * group.x + 1u] = highs[0];\n}\n}"].join("\n"),
    "bindings": {
      "cloths": 0,
      "vectors": 1,
      "particles": 2,
      "verdicts": 3,
      "before": 4,
      "now": 5
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "DEAD": -1,
      "WORKGROUP_SIZE": 256
    }
  },
  "lookAtFullResolution": {
    "name": "lookAtFullResolution",
    "code": /* @__PURE__ */ [structsText, clothKindsText, airText, turbulenceText, airFieldText, bendText, carryText, chordText, textureNetText, "const WORKGROUP_WIDTH = 16u;\n@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(3) var<storage, read> states: array<ClothState>;\n@group(0) @binding(4) var<storage, read> links: array<u32>;\n@group(0) @binding(5) var<uniform> phase: SubstepPass;\n@group(0) @binding(6) var before: texture_2d<f32>;\n@group(0) @binding(7) var now: texture_2d<f32>;\n@group(0) @binding(8) var next: texture_storage_2d<rgba32float, write>;\n@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)\nfn lookAtFullResolution(@builtin(global_invocation_id) invocation: vec3u) {\nlet place = vec2i(invocation.xy);\nif (!hasParticle(place)) {\nreturn;\n}\nlet here = particleOf(now, place);\nlet last = particleOf(before, place);\nif (here.w == 0.0) {\ntextureStore(next, place, last);\nreturn;\n}\nlet substepTime = cloths[0].substepTime;\nlet lookTime = f32(cloths[0].airInterval) * substepTime;\nvar gained = vec3f(0.0);\nif (cloths[0].drag > 0.0 || cloths[0].lift > 0.0) {\nlet velocity = (here.xyz - previousPosition(last, phase.substep)) / substepTime;\nlet air = airAt(0u, here.xyz, wayOfAir(phase.substep));\ngained = airVelocity(air, velocity, normalAt(place), cloths[0].drag, cloths[0].lift, lookTime) * substepTime;\n}\nlet alpha = 1.0 / (lookTime * lookTime);\nvar push = bendAlongU(place, alpha).xyz + bendAlongV(place, alpha).xyz;\nlet fromLeft = bendAlongU(place - vec2i(1, 0), alpha);\nlet fromRight = bendAlongU(place + vec2i(1, 0), alpha);\nlet fromBelow = bendAlongV(place - vec2i(0, 1), alpha);\nlet fromAbove = bendAlongV(place + vec2i(0, 1), alpha);\npush -= fromLeft.xyz * (1.0 - fromLeft.w);\npush -= fromRight.xyz * fromRight.w;\npush -= fromBelow.xyz * (1.0 - fromBelow.w);\npush -= fromAbove.xyz * fromAbove.w;\nvar change = gained + push * (here.w / f32(cloths[0].airInterval));\nif (cloths[0].carryMode == CARRIED && phase.substep > 0u) {\nchange = transpose(cloths[0].carry) * change;\n}\ntextureStore(next, place, vec4f(last.xyz - change, last.w));\n}\nfn neighbour(place: vec2i, offset: vec2i) -> vec4f {\nlet beside = place + offset;\nreturn particleOf(now, select(place, beside, hasParticle(beside)));\n}\nfn normalAt(place: vec2i) -> vec3f {\nlet alongU = neighbour(place, vec2i(1, 0)).xyz - neighbour(place, vec2i(-1, 0)).xyz;\nlet alongV = neighbour(place, vec2i(0, 1)).xyz - neighbour(place, vec2i(0, -1)).xyz;\nreturn unitOrZero(cross(alongU, alongV));\n}\nfn bendAlongU(place: vec2i, lookAlpha: f32) -> vec4f {\nif (!hasParticle(place) || (links[indexOf(place)] & LINK_BEND_WARP) == 0u) {\nreturn vec4f(0.0);\n}\nlet chord = chordShape(u32(place.x), cloths[0].countU);\nif (chord.y == 0.0) {\nreturn vec4f(0.0);\n}\nlet bend = vectors[cloths[0].firstBend + indexOf(place)].xy;\nreturn bendOver(place, vec2i(1, 0), chord.x, bend, cloths[0].bendWarp * lookAlpha);\n}\nfn bendAlongV(place: vec2i, lookAlpha: f32) -> vec4f {\nif (!hasParticle(place) || (links[indexOf(place)] & LINK_BEND_WEFT) == 0u) {\nreturn vec4f(0.0);\n}\nlet chord = chordShape(u32(place.y), cloths[0].countV);\nif (chord.y == 0.0) {\nreturn vec4f(0.0);\n}\nlet bend = vectors[cloths[0].firstBend + indexOf(place)].zw;\nreturn bendOver(place, vec2i(0, 1), chord.x, bend, cloths[0].bendWeft * lookAlpha);\n}\nfn bendOver(place: vec2i, direction: vec2i, ratio: f32, bend: vec2f, compliance: f32) -> vec4f {\nlet here = particleOf(now, place);\nlet first = neighbour(place, -direction);\nlet last = neighbour(place, direction);\nlet off = first.xyz * ratio + last.xyz * (1.0 - ratio) - here.xyz;\nlet weight = chordWeight(first.w, last.w, ratio) + here.w;\nreturn vec4f(bendImpulse(off, bend.x, normalAt(place), max(weight, 1e-30), compliance * bend.y), ratio);\n}\nfn wayOfAir(substep: u32) -> vec3f {\nlet isNew = cloths[0].reset != 0u;\nreturn airAfter(\nselect(states[0].airTravel, vec3f(0.0), isNew), select(states[0].substeps, 0u, isNew), substep,\ncloths[0].wind, cloths[0].airInterval, cloths[0].substepTime);\n}"].join("\n"),
    "bindings": {
      "cloths": 0,
      "vectors": 1,
      "states": 3,
      "links": 4,
      "next": 8,
      "phase": 5,
      "before": 6,
      "now": 7
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "EDDY_SIZE": 0.5,
      "EDDY_PERIOD": 256,
      "BEND_SHARE": 0.35,
      "BEND_LEAN": 0.1,
      "DEAD": -1,
      "WORKGROUP_WIDTH": 16
    }
  },
  "measureSurface": {
    "name": "measureSurface",
    "code": /* @__PURE__ */ [structsText, surfaceKindsText, quadraticSplineText, tessellationText, surfaceDemandText, "const WORKGROUP_SIZE = 64u;\n@group(0) @binding(0) var<uniform> view: View;\n@group(0) @binding(1) var<storage, read> eyes: array<Eye>;\n@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;\n@group(0) @binding(3) var<storage, read> particles: array<Particle>;\n@group(0) @binding(4) var<storage, read_write> cells: array<SurfaceCell>;\n@group(0) @binding(5) var<storage, read> large: array<u32>;\nvar<workgroup> bends: array<vec3f, WORKGROUP_SIZE>;\nvar<workgroup> minima: array<vec3f, WORKGROUP_SIZE>;\nvar<workgroup> maxima: array<vec3f, WORKGROUP_SIZE>;\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn measureSurface(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {\nlet slot = large[group.y];\nlet mode = surfaces[slot].mode;\nif (mode == HIDDEN || mode == FIXED) {\nreturn;\n}\nlet spans = vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u;\nlet spansPerCell = surfaces[slot].spansPerCell;\nlet smallest = smallestCells(slot);\nlet lanesPerCell = min(spansPerCell * spansPerCell, WORKGROUP_SIZE);\nlet number = group.x * (WORKGROUP_SIZE / lanesPerCell) + lane / lanesPerCell;\nlet cell = vec2u(number % smallest.x, number / smallest.x);\nlet isCell = cell.y < smallest.y;\nlet first = cell * spansPerCell;\nlet own = min(vec2u(spansPerCell), spans - min(first, spans));\nvar shape = PatchShape(vec3f(0.0), vec3f(3e38), vec3f(-3e38));\nfor (var k = lane % lanesPerCell; isCell && k < spansPerCell * spansPerCell; k += lanesPerCell) {\nlet at = vec2u(k % spansPerCell, k / spansPerCell);\nif (all(at < own)) {\nlet next = patchShape(slot, first.x + at.x, first.y + at.y);\nshape = PatchShape(max(shape.bends, next.bends), min(shape.minimum, next.minimum), max(shape.maximum, next.maximum));\n}\n}\nbends[lane] = shape.bends;\nminima[lane] = shape.minimum;\nmaxima[lane] = shape.maximum;\nworkgroupBarrier();\nfor (var stride = lanesPerCell / 2u; stride > 0u; stride /= 2u) {\nif (lane % lanesPerCell < stride) {\nbends[lane] = max(bends[lane], bends[lane + stride]);\nminima[lane] = min(minima[lane], minima[lane + stride]);\nmaxima[lane] = max(maxima[lane], maxima[lane + stride]);\n}\nworkgroupBarrier();\n}\nif (isCell && lane % lanesPerCell == 0u) {\nlet whole = PatchShape(bends[lane], minima[lane], maxima[lane]);\nlet demand = cellDemand(slot, whole, vec2f(own), f32(spansPerCell));\nlet index = surfaces[slot].firstCell + cell.y * (smallest.x + 1u) + cell.x;\nlet limits = bitcast<vec2u>(demand.zw);\ncells[index].needed = demand.xy;\ncells[index].firstVertex = limits.x;\ncells[index].firstQuad = limits.y;\n}\n}"].join("\n"),
    "bindings": {
      "eyes": 1,
      "surfaces": 2,
      "particles": 3,
      "cells": 4,
      "large": 5,
      "view": 0
    },
    "constants": {
      "HIDDEN": 0,
      "BY_ERROR": 1,
      "BY_DISTANCE": 2,
      "FIXED": 3,
      "FRONT_FACE": 1,
      "BACK_FACE": 2,
      "CHUNK_ITEMS": 128,
      "QUAD_INDICES": 6,
      "DEMAND_UNIT": 8,
      "MAX_COARSE_SPANS": 1024,
      "MAX_FINE_CELLS": 4096,
      "MAX_EXPONENT": 6,
      "VERTICES_PER_PAIR": 3,
      "WORKGROUP_SIZE": 64
    }
  },
  "refineSurface": {
    "name": "refineSurface",
    "code": /* @__PURE__ */ [structsText, clothKindsText, surfaceKindsText, quadraticSplineText, tessellationText, surfaceDemandText, "const WORKGROUP_SIZE = 256u;\nconst COARSER = 2.0;\nconst MAX_TRIES = 16u;\nconst COARSEST = 1e15;\nconst MIN_QUADS = 10u;\nconst MAX_SPANS = 65536u;\n@group(0) @binding(0) var<uniform> view: View;\n@group(0) @binding(1) var<storage, read> eyes: array<Eye>;\n@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;\n@group(0) @binding(3) var<storage, read> particles: array<Particle>;\n@group(0) @binding(4) var<storage, read_write> cells: array<SurfaceCell>;\n@group(0) @binding(5) var<storage, read_write> drawn: array<DrawnSurface>;\n@group(0) @binding(6) var<storage, read_write> chunks: array<SurfaceChunk>;\n@group(0) @binding(7) var<storage, read_write> totals: array<atomic<u32>>;\nconst TOTAL_CHUNKS = 0u;\nconst TOTAL_QUADS = 1u;\nconst TOTAL_DEMAND = 2u;\nconst TOTAL_COARSENED = 3u;\nvar<workgroup> sums: array<vec2u, WORKGROUP_SIZE>;\nvar<workgroup> greatest: array<vec2f, WORKGROUP_SIZE>;\nvar<workgroup> room: vec4u;\nstruct Layout {\ncellsU: u32,\ncellsV: u32,\nspansPerCell: u32,\ncoarseness: f32,\nmorph: f32,\nisSplit: bool,\n}\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn refineSurface(\n@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groupCount: vec3u,\n@builtin(local_invocation_index) lane: u32) {\nlet slot = group.x;\nlet mode = surfaces[slot].mode;\nif (mode == HIDDEN) {\nif (lane == 0u) {\ndrawn[slot] = DrawnSurface();\n}\nreturn;\n}\nlet spansU = surfaces[slot].countU - 2u;\nlet spansV = surfaces[slot].countV - 2u;\nlet firstCell = surfaces[slot].firstCell;\nvar greatestDemand = vec2f(0.0);\nif (mode != FIXED && surfaces[slot].spansPerCell > 1u) {\ngreatestDemand = maxMeasured(slot, lane);\n} else if (mode != FIXED) {\nfor (var patchIndex = lane; patchIndex < spansU * spansV; patchIndex += WORKGROUP_SIZE) {\nlet column = patchIndex % spansU;\nlet row = patchIndex / spansU;\nlet demand = cellDemand(slot, patchShape(slot, column, row), vec2f(1.0), 1.0);\ncells[firstCell + row * (spansU + 1u) + column].needed = demand.xy;\ngreatestDemand = max(greatestDemand, demand.zw);\n}\n}\ngreatest[lane] = greatestDemand;\nworkgroupBarrier();\nfor (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {\nif (lane < stride) {\ngreatest[lane] = max(greatest[lane], greatest[lane + stride]);\n}\nworkgroupBarrier();\n}\nstorageBarrier();\ngreatestDemand = workgroupUniformLoad(&greatest[0]);\nvar coarseness = view.coarseness;\nlet kept = min(MIN_QUADS * groupCount.x, view.maxQuads) & ~1u;\nfor (var attempt = 0u; attempt < MAX_TRIES; attempt++) {\nlet isLast = attempt + 1u == MAX_TRIES;\nlet cellLayout = layoutOf(slot, greatestDemand, select(coarseness, COARSEST, isLast));\nlet total = countItems(slot, cellLayout, lane);\nif (lane == 0u) {\ntakeRoom(slot, total, kept, attempt);\n}\nlet place = workgroupUniformLoad(&room);\nif (place.w != 0u) {\npublish(slot, cellLayout, total, place, lane);\nreturn;\n}\ncoarseness *= COARSER;\n}\nif (lane == 0u) {\ndrawn[slot] = DrawnSurface();\n}\n}\nfn maxMeasured(slot: u32, lane: u32) -> vec2f {\nlet smallest = smallestCells(slot);\nvar greatestDemand = vec2f(0.0);\nfor (var k = lane; k < smallest.x * smallest.y; k += WORKGROUP_SIZE) {\nlet index = surfaces[slot].firstCell + k / smallest.x * (smallest.x + 1u) + k % smallest.x;\ngreatestDemand = max(greatestDemand, bitcast<vec2f>(vec2u(cells[index].firstVertex, cells[index].firstQuad)));\n}\nreturn greatestDemand;\n}\nfn layoutOf(slot: u32, greatestDemand: vec2f, coarseness: f32) -> Layout {\nlet spansU = surfaces[slot].countU - 2u;\nlet spansV = surfaces[slot].countV - 2u;\nif (surfaces[slot].mode == FIXED) {\nreturn Layout(1u, 1u, MAX_SPANS, coarseness, 1.0, false);\n}\nlet isDistance = surfaces[slot].mode == BY_DISTANCE;\nvar error = select(greatestDemand.x + greatestDemand.y, max(greatestDemand.x, greatestDemand.y), isDistance) / (coarseness * coarseness);\nvar spansPerCell = surfaces[slot].spansPerCell;\nif (error > 1.0) {\nlet smallest = smallestCells(slot);\nreturn Layout(smallest.x, smallest.y, spansPerCell, coarseness, 1.0, true);\n}\nwhile (4.0 * error <= 1.0 && spansPerCell < max(spansU, spansV)) {\nerror *= 4.0;\nspansPerCell *= 2u;\n}\nlet cellsU = (spansU + spansPerCell - 1u) / spansPerCell;\nlet cellsV = (spansV + spansPerCell - 1u) / spansPerCell;\nreturn Layout(cellsU, cellsV, spansPerCell, coarseness, clamp((4.0 - 1.0 / max(error, 1e-9)) / 3.0, 0.0, 1.0), false);\n}\nfn countItems(slot: u32, cellLayout: Layout, lane: u32) -> vec2u {\nlet columns = cellLayout.cellsU + 1u;\nlet count = columns * (cellLayout.cellsV + 1u);\nlet perLane = (count + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;\nlet firstCell = surfaces[slot].firstCell;\nvar own = vec2u(0u);\nfor (var k = 0u; k < perLane; k++) {\nlet index = lane * perLane + k;\nif (index < count) {\nown += writeLevels(slot, cellLayout, index % columns, index / columns, firstCell + index);\n}\n}\nsums[lane] = own;\nworkgroupBarrier();\nfor (var reach = 1u; reach < WORKGROUP_SIZE; reach *= 2u) {\nvar before = vec2u(0u);\nif (lane >= reach) {\nbefore = sums[lane - reach];\n}\nworkgroupBarrier();\nsums[lane] += before;\nworkgroupBarrier();\n}\nvar next = sums[lane] - own;\nfor (var k = 0u; k < perLane; k++) {\nlet index = lane * perLane + k;\nif (index < count) {\nlet items = vec2u(cells[firstCell + index].firstVertex, cells[firstCell + index].firstQuad);\ncells[firstCell + index].firstVertex = next.x;\ncells[firstCell + index].firstQuad = next.y;\nnext += items;\n}\n}\nlet total = workgroupUniformLoad(&sums[WORKGROUP_SIZE - 1u]);\nreturn total;\n}\nfn writeLevels(slot: u32, cellLayout: Layout, column: u32, row: u32, index: u32) -> vec2u {\nlet hasAlongU = column < cellLayout.cellsU;\nlet hasAlongV = row < cellLayout.cellsV;\nvar edges = vec2u(1u);\nvar inside = vec2u(1u);\nvar morphs = vec4f(1.0);\nif (surfaces[slot].mode == FIXED) {\nlet segments = vec2u(max(ceil(surfaces[slot].maxSegments / cellLayout.coarseness), vec2f(1.0)));\nedges = segments;\ninside = segments;\n} else if (cellLayout.isSplit) {\nlet scale = 1.0 / cellLayout.coarseness;\nlet alongU = neededByEdges(slot, cellLayout, column, row, true) * scale;\nlet alongV = neededByEdges(slot, cellLayout, column, row, false) * scale;\nedges = vec2u(levelOf(alongU.x), levelOf(alongV.x));\ninside = vec2u(levelOf(max(alongU.x, alongU.y)), levelOf(max(alongV.x, alongV.y)));\nmorphs = vec4f(\nmorphOf(alongU.x, edges.x), morphOf(alongV.x, edges.y),\nmorphOf(max(alongU.x, alongU.y), inside.x), morphOf(max(alongV.x, alongV.y), inside.y));\n}\nedges = select(vec2u(1u), edges, vec2<bool>(hasAlongU, hasAlongV));\nvar items = vec2u(edges.x + edges.y - 1u, 0u);\nif (hasAlongU && hasAlongV) {\nitems += vec2u((inside.x - 1u) * (inside.y - 1u), inside.x * inside.y);\n}\nif (surfaces[slot].halfThickness > 0.0 && surfaces[slot].faces == (FRONT_FACE | BACK_FACE)) {\nlet closed = surfaces[slot].closed;\nif (hasAlongU && (row == 0u || row == cellLayout.cellsV) && (closed & CLOSED_V) == 0u) {\nitems.y += edges.x;\n}\nif (hasAlongV && (column == 0u || column == cellLayout.cellsU) && (closed & CLOSED_U) == 0u) {\nitems.y += edges.y;\n}\n}\ncells[index].edges = edges.x | (edges.y << 16u);\ncells[index].inside = inside.x | (inside.y << 16u);\ncells[index].morphs = pack4x8unorm(morphs);\ncells[index].firstVertex = items.x;\ncells[index].firstQuad = items.y;\nreturn items;\n}\nfn neededByEdges(slot: u32, cellLayout: Layout, column: u32, row: u32, isAlongU: bool) -> vec2f {\nlet cellsU = cellLayout.cellsU;\nlet cellsV = cellLayout.cellsV;\nlet closed = surfaces[slot].closed;\nlet along = select(row, column, isAlongU);\nlet across = select(column, row, isAlongU);\nlet cellsAlong = select(cellsV, cellsU, isAlongU);\nlet cellsAcross = select(cellsU, cellsV, isAlongU);\nlet meets = (closed & select(CLOSED_U, CLOSED_V, isAlongU)) != 0u;\nif (along >= cellsAlong) {\nreturn vec2f(0.0);\n}\nvar needed: array<f32, 3>;\nfor (var k = 0u; k < 3u; k++) {\nvar cellAcross = across + k;\nif (meets && cellAcross == 0u) {\ncellAcross = cellsAcross;\n} else if (meets && cellAcross == cellsAcross + 1u) {\ncellAcross = 1u;\n}\nneeded[k] = 0.0;\nif (cellAcross >= 1u && cellAcross <= cellsAcross) {\nlet cellColumn = select(cellAcross - 1u, along, isAlongU);\nlet cellRow = select(along, cellAcross - 1u, isAlongU);\nlet both = cells[surfaces[slot].firstCell + cellRow * (cellsU + 1u) + cellColumn].needed;\nneeded[k] = select(both.y, both.x, isAlongU);\n}\n}\nreturn vec2f(max(needed[0], needed[1]), max(needed[1], needed[2]));\n}\nfn takeRoom(slot: u32, total: vec2u, kept: u32, attempt: u32) {\nlet faceCount = countOneBits(surfaces[slot].faces);\nlet vertices = total.x * faceCount;\nlet pairs = max((total.y * faceCount + 1u) / 2u, (vertices + VERTICES_PER_PAIR - 1u) / VERTICES_PER_PAIR);\nif (attempt == 0u) {\natomicAdd(&totals[TOTAL_DEMAND], (2u * pairs + DEMAND_UNIT - 1u) / DEMAND_UNIT);\n}\nlet limit = view.maxQuads - kept;\nvar first = limit + MIN_QUADS * slot;\nvar hasRoom = attempt + 1u == MAX_TRIES && first + 2u * pairs <= view.maxQuads;\nif (!hasRoom && 2u * pairs <= limit && atomicLoad(&totals[TOTAL_QUADS]) <= limit - 2u * pairs) {\nfirst = atomicAdd(&totals[TOTAL_QUADS], 2u * pairs);\nhasRoom = first <= limit - 2u * pairs;\n}\nroom.w = 0u;\nif (hasRoom) {\nroom = vec4u(VERTICES_PER_PAIR * (first / 2u), first, atomicAdd(&totals[TOTAL_CHUNKS], chunksOf(total.x) + chunksOf(total.y)), 1u);\n} else if (attempt == 0u) {\natomicAdd(&totals[TOTAL_COARSENED], 1u);\n}\n}\nfn chunksOf(items: u32) -> u32 {\nreturn (items + CHUNK_ITEMS - 1u) / CHUNK_ITEMS;\n}\nfn publish(slot: u32, cellLayout: Layout, total: vec2u, place: vec4u, lane: u32) {\nlet vertexChunks = chunksOf(total.x);\nfor (var k = lane; k < vertexChunks + chunksOf(total.y); k += WORKGROUP_SIZE) {\nchunks[place.z + k] = SurfaceChunk(slot, k);\n}\nif (lane == 0u) {\nlet faceCount = countOneBits(surfaces[slot].faces);\nlet faceIndices = QUAD_INDICES * total.y;\nlet firstIndex = QUAD_INDICES * place.y;\nlet hasFront = (surfaces[slot].faces & FRONT_FACE) != 0u;\nlet hasBack = (surfaces[slot].faces & BACK_FACE) != 0u;\nlet firstBack = firstIndex + select(0u, faceIndices, hasFront);\ndrawn[slot] = DrawnSurface(\nDrawArguments(faceIndices * faceCount, 1u, firstIndex, place.x, 0u),\nDrawArguments(select(0u, faceIndices, hasFront), 1u, firstIndex, place.x, 0u),\nDrawArguments(select(0u, faceIndices, hasBack), 1u, firstBack, place.x, 0u),\ntotal.x, total.y, cellLayout.cellsU, cellLayout.cellsV, cellLayout.spansPerCell, cellLayout.morph);\n}\n}"].join("\n"),
    "bindings": {
      "eyes": 1,
      "surfaces": 2,
      "particles": 3,
      "cells": 4,
      "drawn": 5,
      "chunks": 6,
      "totals": 7,
      "view": 0
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "HIDDEN": 0,
      "BY_ERROR": 1,
      "BY_DISTANCE": 2,
      "FIXED": 3,
      "FRONT_FACE": 1,
      "BACK_FACE": 2,
      "CHUNK_ITEMS": 128,
      "QUAD_INDICES": 6,
      "DEMAND_UNIT": 8,
      "MAX_COARSE_SPANS": 1024,
      "MAX_FINE_CELLS": 4096,
      "MAX_EXPONENT": 6,
      "VERTICES_PER_PAIR": 3,
      "WORKGROUP_SIZE": 256,
      "COARSER": 2,
      "MAX_TRIES": 16,
      "MIN_QUADS": 10,
      "MAX_SPANS": 65536,
      "TOTAL_CHUNKS": 0,
      "TOTAL_QUADS": 1,
      "TOTAL_DEMAND": 2,
      "TOTAL_COARSENED": 3
    }
  },
  "stepControlGrid": {
    "name": "stepControlGrid",
    "code": /* @__PURE__ */ [structsText, clothKindsText, verletText, airText, turbulenceText, airFieldText, bendText, tetherText, rotationText, colliderKindsText, colliderShapesText, contactText, impulseText, finiteText, particleSphereText, heldText, beginText, carryText, finishText, collideText, chordText, gridMemoryText, distanceText, cellText, gridLinksText, gridContactText, gridHoldText, "const WORKGROUP_SIZE = 64u;\nconst PARTICLES_PER_INVOCATION = 4u;\nconst CONTINUOUS = 0u;\nconst CUTTABLE = 0u;\nconst CAPACITY = WORKGROUP_SIZE * max(PARTICLES_PER_INVOCATION, 2u);\nconst COLORS = 4u;\nconst LOOKS_PER_LIFT = 2u;\nconst LONGEST_COUNT = 16777216u;\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn stepControlGrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {\nlet slot = group.x;\nlet countU = cloths[slot].countU;\nlet countV = cloths[slot].countV;\nlet substepTime = cloths[slot].substepTime;\nlet substepCount = cloths[slot].substepCount;\nlet strainLimit = cloths[slot].strainLimit;\nlet tetherLimit = cloths[slot].tetherLimit;\nlet firstTether = cloths[slot].firstTether;\nlet tethersPerParticle = cloths[slot].tethersPerParticle;\nlet colliderCount = cloths[slot].colliderCount;\nlet firstCollider = cloths[slot].firstCollider;\nlet airInterval = cloths[slot].airInterval;\nlet gravity = cloths[slot].gravity;\nlet velocityKept = cloths[slot].velocityKept;\nlet iterationCount = cloths[slot].iterationCount;\nlet carryMode = cloths[slot].carryMode;\nif (substepCount == 0u && cloths[slot].reset == 0u) {\nreturn;\n}\nlet count = countU * countV;\nlet share = 1.0 / f32(max(substepCount, 1u));\nlet arePinsMoving = cloths[slot].arePinsMoving != 0u;\nif (lane == 0u) {\npositions[0] = vec4f(states[slot].airTravel, f32(states[slot].substeps)) * select(1.0, 0.0, cloths[slot].reset != 0u);\n}\nlet clock = workgroupUniformLoad(&positions[0]);\nlet substepsBefore = u32(clock.w);\nvar airTravel = clock.xyz;\nvar column: array<u32, PARTICLES_PER_INVOCATION>;\nvar row: array<u32, PARTICLES_PER_INVOCATION>;\nvar held: array<vec4f, PARTICLES_PER_INVOCATION>;\nvar previous: array<vec3f, PARTICLES_PER_INVOCATION>;\nvar toSurface: array<vec3f, PARTICLES_PER_INVOCATION>;\nvar lift: array<f32, PARTICLES_PER_INVOCATION>;\nvar air: array<vec3f, PARTICLES_PER_INVOCATION>;\nvar near = vec2u(0u);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet place = ownPlace(lane, k);\nif (place < count) {\nrow[k] = place / countU;\ncolumn[k] = columnAt(place - row[k] * countU, countU);\nlet index = row[k] * countU + column[k];\nlet start = startOf(slot, index, share);\nlift[k] = start.lift;\nheld[k] = start.now;\nprevious[k] = start.previous;\nair[k] = airAt(slot, held[k].xyz, airTravel);\npositions[place] = held[k];\n}\n}\nworkgroupBarrier();\nfor (var m = 0u; m < cloths[slot].impulseCount; m++) {\nlet sphere = vectors[cloths[slot].firstImpulse + 2u * m];\nlet impulse = vectors[cloths[slot].firstImpulse + 2u * m + 1u].xyz;\nlet velocity = impulse / max(sharedMass(count, sphere), 1e-30);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\nprevious[k] -= velocity * (impulseShare(held[k].xyz, sphere.xyz, sphere.w) * substepTime);\n}\n}\n}\nvar cells: array<Cell, COLORS>;\ncells[0] = cellOf(slot, lane, 0u);\ncells[1] = cellOf(slot, lane, 1u);\ncells[2] = cellOf(slot, lane, 2u);\ncells[3] = cellOf(slot, lane, 3u);\nlet alphaScale = f32(iterationCount) / max(substepTime * substepTime, 1e-30);\nlet scaleAlpha = vec4f(alphaScale, 1.0, 1.0, 1.0);\nlet warp = cloths[slot].warp * scaleAlpha;\nlet weft = cloths[slot].weft * scaleAlpha;\nlet shear = cloths[slot].shear * scaleAlpha;\nfor (var substep = 0u; substep < substepCount; substep++) {\nlet time = f32(substep + 1u) * share;\nlet isDue = (substepsBefore + substep) % airInterval == 0u;\nif (isDue || substep == 0u) {\nworkgroupBarrier();\nlet lookTime = f32(airInterval) * substepTime;\nlet lookAlpha = 1.0 / (lookTime * lookTime);\nif (isDue) {\nairTravel += cloths[slot].wind * lookTime;\nairTravel -= floor(airTravel / (EDDY_SIZE * EDDY_PERIOD)) * (EDDY_SIZE * EDDY_PERIOD);\n}\nnear = vec2u(0u);\nvar bentU: array<vec4f, PARTICLES_PER_INVOCATION>;\nvar bentV: array<vec4f, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet place = ownPlace(lane, k);\nbentU[k] = vec4f(0.0);\nbentV[k] = vec4f(0.0);\nif (place < count) {\nlet next = neighboursOf(slot, place, column[k], row[k]);\nlet left = positions[next.left];\nlet right = positions[next.right];\nlet below = positions[next.below];\nlet above = positions[next.above];\nlet here = held[k].xyz;\nlet bend = vectors[cloths[slot].firstBend + row[k] * countU + column[k]];\nlet chordU = chordShape(column[k], countU);\nlet chordV = chordShape(row[k], countV);\nlet offU = left.xyz * chordU.x + right.xyz * (1.0 - chordU.x) - here;\nlet offV = below.xyz * chordV.x + above.xyz * (1.0 - chordV.x) - here;\ntoSurface[k] = select(vec3f(0.0), offU * chordU.y + offV * chordV.y, cloths[slot].surfaceSamples != 0u);\nlet normal = unitOrZero(cross(right.xyz - left.xyz, above.xyz - below.xyz));\nif (isDue && held[k].w > 0.0 && (cloths[slot].drag > 0.0 || cloths[slot].lift > 0.0)) {\nlet velocity = (here - previous[k]) / substepTime;\nprevious[k] -= airVelocity(air[k], velocity, normal, cloths[slot].drag, cloths[slot].lift, lookTime) * substepTime;\n}\nif (isDue && chordU.y > 0.0) {\nlet weight = chordWeight(left.w, right.w, chordU.x) + held[k].w;\nlet alpha = cloths[slot].bendWarp * bend.y * lookAlpha;\nbentU[k] = vec4f(bendImpulse(offU, bend.x, normal, max(weight, 1e-30), alpha), chordU.x);\n}\nif (isDue && chordV.y > 0.0) {\nlet weight = chordWeight(below.w, above.w, chordV.x) + held[k].w;\nlet alpha = cloths[slot].bendWeft * bend.w * lookAlpha;\nbentV[k] = vec4f(bendImpulse(offV, bend.z, normal, max(weight, 1e-30), alpha), chordV.x);\n}\n}\n}\nlet sphere = surroundings(slot, held, previous, toSurface, lift);\nfor (var c = 0u; c < colliderCount; c++) {\nif (isNear(slot, firstCollider + c, time - share, share, sphere)) {\nnear[c / 32u] |= 1u << (c % 32u);\n}\n}\nif (cloths[slot].surfaceSamples != 0u && (substepsBefore + substep) % (LOOKS_PER_LIFT * airInterval) == 0u) {\nlift = liftOver(slot, lane, near, time - share, held, lift);\n}\nif (isDue) {\nworkgroupBarrier();\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\npositions[ownPlace(lane, k)] = bentU[k];\n}\nworkgroupBarrier();\nvar push: array<vec3f, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet next = neighboursOf(slot, ownPlace(lane, k), column[k], row[k]);\nlet fromLeft = positions[next.left];\nlet fromRight = positions[next.right];\npush[k] = bentU[k].xyz + bentV[k].xyz;\npush[k] -= select(vec3f(0.0), fromLeft.xyz * (1.0 - fromLeft.w), column[k] > 0u);\npush[k] -= select(vec3f(0.0), fromRight.xyz * fromRight.w, column[k] + 1u < countU);\n}\nworkgroupBarrier();\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\npositions[ownPlace(lane, k)] = bentV[k];\n}\nworkgroupBarrier();\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet next = neighboursOf(slot, ownPlace(lane, k), column[k], row[k]);\nlet fromBelow = positions[next.below];\nlet fromAbove = positions[next.above];\npush[k] -= select(vec3f(0.0), fromBelow.xyz * (1.0 - fromBelow.w), row[k] > 0u);\npush[k] -= select(vec3f(0.0), fromAbove.xyz * fromAbove.w, row[k] + 1u < countV);\nprevious[k] -= push[k] * (held[k].w / f32(airInterval));\n}\n}\nworkgroupBarrier();\n}\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet place = ownPlace(lane, k);\nif (place < count) {\nvar position = held[k].xyz;\nvar motion = position - previous[k];\nif (held[k].w > 0.0) {\nif (carryMode == CARRIED) {\nposition = carriedPosition(slot, position, f32(substep) * share);\nmotion = cloths[slot].carry * motion;\n}\nprevious[k] = position;\nposition = verletPosition(position, motion, velocityKept, gravity, substepTime);\n} else {\nprevious[k] = position;\nposition += motion;\n}\npositions[place] = vec4f(position, held[k].w);\n}\n}\nworkgroupBarrier();\nfor (var iteration = 0u; iteration < iterationCount; iteration++) {\nif (cells[0].links != 0u) {\nrelaxCell(cells[0], countU, warp, weft, shear, strainLimit);\n}\nworkgroupBarrier();\nif (cells[1].links != 0u) {\nrelaxCell(cells[1], countU, warp, weft, shear, strainLimit);\n}\nworkgroupBarrier();\nif (cells[2].links != 0u) {\nrelaxCell(cells[2], countU, warp, weft, shear, strainLimit);\n}\nworkgroupBarrier();\nif (cells[3].links != 0u) {\nrelaxCell(cells[3], countU, warp, weft, shear, strainLimit);\n}\nworkgroupBarrier();\n}\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nheld[k] = positions[ownPlace(lane, k)];\n}\nfor (var t = 0u; t < tethersPerParticle; t++) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet tether = tethers[firstTether + ownPlace(lane, k) * tethersPerParticle + t];\nlet anchor = positions[tether.anchor].xyz;\nheld[k] = vec4f(tetheredPosition(held[k].xyz, anchor, tether.length * tetherLimit), held[k].w);\n}\n}\nif (cloths[slot].motionCount + cloths[slot].separationCount > 0u) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (ownPlace(lane, k) < count) {\nlet index = row[k] * countU + column[k];\nheld[k] = vec4f(guidedPosition(slot, index, held[k].xyz, time), held[k].w);\n}\n}\n}\nif (cloths[slot].collisionMassScale > 0.0) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (ownPlace(lane, k) < count) {\nheld[k].w = particles[cloths[slot].firstParticle + row[k] * countU + column[k]].inverseMass;\n}\n}\n}\nif ((near.x | near.y) != 0u) {\nfor (var c = 0u; c < colliderCount; c++) {\nif (((near[c / 32u] >> (c % 32u)) & 1u) != 0u) {\nlet touched = collided(slot, firstCollider + c, time, share, held, previous, toSurface, lift);\nheld = touched.now;\nprevious = touched.previous;\n}\n}\n}\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet place = ownPlace(lane, k);\nif (place < count) {\nif (held[k].w == 0.0) {\nheld[k] = positions[place];\n} else {\npositions[place] = held[k];\n}\n}\n}\nif (cloths[slot].closed != 0u) {\nworkgroupBarrier();\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet place = ownPlace(lane, k);\nif (place < count && held[k].w > 0.0) {\nheld[k] = vec4f(seamPosition(slot, place, column[k], row[k]), held[k].w);\n}\n}\nworkgroupBarrier();\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet place = ownPlace(lane, k);\nif (place < count) {\npositions[place] = held[k];\n}\n}\n}\nif (arePinsMoving) {\nworkgroupBarrier();\n}\n}\nvar minimum = vec3f(FARTHEST);\nvar maximum = vec3f(-FARTHEST);\nvar speed = 0.0;\nvar isFinite = 1.0;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (ownPlace(lane, k) < count) {\nif (held[k].w == 0.0) {\nheld[k] = vec4f(pinGoal(slot, row[k] * countU + column[k], held[k].xyz), 0.0);\n}\nisFinite = select(0.0, isFinite, isNumber(held[k].xyz) && isNumber(previous[k]));\nlet local = cloths[slot].toLocal * held[k].xyz;\nminimum = min(minimum, local);\nmaximum = max(maximum, local);\nlet motion = held[k].xyz - previous[k];\nspeed = max(speed, sqrt(dot(motion, motion)) / substepTime);\n}\n}\nreduceState(lane, vec4f(minimum, isFinite), vec4f(maximum, speed));\nlet isWell = positions[0].w > 0.0;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (ownPlace(lane, k) < count) {\nlet i = row[k] * countU + column[k];\nif (isWell) {\nstoreParticle(slot, i, held[k].xyz, previous[k], lift[k]);\n} else {\nrestParticle(slot, cloths[slot].firstParticle + i);\n}\n}\n}\nif (lane == 0u) {\nif (isWell) {\nlet faults = states[slot].faults;\nlet substeps = (substepsBefore + substepCount) % LONGEST_COUNT;\nstates[slot] = ClothState(\npositions[0].xyz, positions[WORKGROUP_SIZE].w, positions[WORKGROUP_SIZE].xyz, faults, airTravel, substeps);\n} else {\nstates[slot].faults += 1u;\n}\n}\n}\nfn reduceState(lane: u32, minimum: vec4f, maximum: vec4f) {\nworkgroupBarrier();\npositions[lane] = minimum;\npositions[lane + WORKGROUP_SIZE] = maximum;\nworkgroupBarrier();\nfor (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {\nif (lane < stride) {\npositions[lane] = min(positions[lane], positions[lane + stride]);\npositions[lane + WORKGROUP_SIZE] = max(positions[lane + WORKGROUP_SIZE], positions[lane + WORKGROUP_SIZE + stride]);\n}\nworkgroupBarrier();\n}\n}"].join("\n"),
    "bindings": {
      "cloths": 0,
      "vectors": 1,
      "tethers": 2,
      "colliders": 3,
      "particles": 4,
      "states": 5,
      "impulses": 6
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "EDDY_SIZE": 0.5,
      "EDDY_PERIOD": 256,
      "BEND_SHARE": 0.35,
      "BEND_LEAN": 0.1,
      "SPHERE": 0,
      "PLANE": 1,
      "ELLIPSOID": 2,
      "BOX": 3,
      "CAPSULE": 4,
      "CONVEX": 5,
      "MAX_COLLIDERS": 64,
      "IMPULSE_UNIT": 4194304,
      "MAX_TRACE_STEPS": 8,
      "TRACE_TOLERANCE": 0.02,
      "ALL_CELLS": 1,
      "LAST_ROW": 2,
      "LAST_COLUMN": 4,
      "MAX_SPEEDUP": 2,
      "LIFT_GAIN": 0.1,
      "LIFT_LOSS": 0.01,
      "LIFT_BAND": 0.2,
      "MAX_LIFT": 0.5,
      "WORKGROUP_SIZE": 64,
      "PARTICLES_PER_INVOCATION": 4,
      "CONTINUOUS": 0,
      "CUTTABLE": 0,
      "COLORS": 4,
      "LOOKS_PER_LIFT": 2,
      "LONGEST_COUNT": 16777216
    }
  },
  "stepFullResolution": {
    "name": "stepFullResolution",
    "code": /* @__PURE__ */ [structsText, clothKindsText, verletText, tetherText, rotationText, colliderKindsText, colliderShapesText, contactText, distanceText, cellText, finiteText, particleSphereText, heldText, carryText, collideText, chordText, textureNetText, "const TILE = 20u;\nconst WORKGROUP_SIZE = 256u;\nconst PARTICLES_PER_INVOCATION = 2u;\nconst CONTINUOUS = 0u;\nconst CUTTABLE = 0u;\nconst HALO = 4u;\nconst WIDTH = TILE + 2u * HALO;\nconst LOADS = (WIDTH * WIDTH + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;\nconst CELLS = WIDTH / 2u;\nconst CELLS_PER_INVOCATION = (CELLS * CELLS + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;\nconst MAX_PUSH = 0.5;\n@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(2) var<storage, read> tethers: array<Tether>;\n@group(0) @binding(3) var<storage, read> colliders: array<Collider>;\n@group(0) @binding(4) var<storage, read> particles: array<Particle>;\n@group(0) @binding(5) var<storage, read_write> impulses: array<atomic<i32>>;\n@group(0) @binding(6) var<uniform> phase: SubstepPass;\n@group(0) @binding(7) var before: texture_2d<f32>;\n@group(0) @binding(8) var now: texture_2d<f32>;\n@group(0) @binding(9) var next: texture_storage_2d<rgba32float, write>;\n@group(0) @binding(10) var lengths: texture_2d<f32>;\nvar<workgroup> positions: array<vec4f, WIDTH * WIDTH>;\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn stepFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {\nlet origin = vec2i(group.xy * TILE) - i32(HALO);\nlet share = 1.0 / f32(cloths[0].substepCount);\nlet time = f32(phase.substep + 1u) * share;\nlet cell0 = cellIn(origin, lane, 0u);\nlet cell1 = cellIn(origin, lane, 1u);\nlet cell2 = cellIn(origin, lane, 2u);\nlet cell3 = cellIn(origin, lane, 3u);\nvar moved: array<vec4f, LOADS>;\nvar index: array<u32, LOADS>;\nfor (var k = 0u; k < LOADS; k++) {\nlet place = nearestPlace(origin + placeOfLoad(lane, k));\nindex[k] = indexOf(place);\nmoved[k] = movedParticle(place);\n}\nif (phase.moves != 0u) {\nfor (var t = 0u; t < cloths[0].tethersPerParticle; t++) {\nfor (var k = 0u; k < LOADS; k++) {\nmoved[k] = vec4f(tetheredParticle(index[k], t, moved[k].xyz, moved[k].w), moved[k].w);\n}\n}\n}\nfor (var k = 0u; k < LOADS; k++) {\nlet local = vec2u(placeOfLoad(lane, k));\nif (lane + k * WORKGROUP_SIZE < WIDTH * WIDTH) {\npositions[placeIn(local.x, local.y)] = moved[k];\n}\n}\nworkgroupBarrier();\nvar toSurface: array<vec3f, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ntoSurface[k] = wayToSurface(ownPlace(lane, k), origin);\n}\nworkgroupBarrier();\nrelaxColor(cell0, origin, lane, 0u);\nworkgroupBarrier();\nrelaxColor(cell1, origin, lane, 1u);\nworkgroupBarrier();\nrelaxColor(cell2, origin, lane, 2u);\nworkgroupBarrier();\nrelaxColor(cell3, origin, lane, 3u);\nworkgroupBarrier();\nvar held: array<vec4f, PARTICLES_PER_INVOCATION>;\nvar previous: array<vec3f, PARTICLES_PER_INVOCATION>;\nvar lift: array<f32, PARTICLES_PER_INVOCATION>;\nvar own: array<u32, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet local = ownPlace(lane, k);\nlet place = nearestPlace(origin + vec2i(local));\nown[k] = indexOf(place);\nheld[k] = positions[placeIn(local.x, local.y)];\nprevious[k] = startOfSubstep(place);\nif (lane + k * WORKGROUP_SIZE >= TILE * TILE || !hasParticle(origin + vec2i(local))) {\nheld[k].w = 0.0;\n}\n}\nif (phase.holds != 0u) {\nfor (var t = 0u; t < cloths[0].tethersPerParticle; t++) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nheld[k] = vec4f(tetheredParticle(own[k], t, held[k].xyz, held[k].w), held[k].w);\n}\n}\nif (cloths[0].motionCount + cloths[0].separationCount > 0u) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet guided = guidedPosition(0u, own[k], held[k].xyz, time);\nheld[k] = vec4f(select(held[k].xyz, guided, held[k].w > 0.0), held[k].w);\n}\n}\nif (cloths[0].collisionMassScale > 0.0) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nheld[k].w = select(0.0, particles[cloths[0].firstParticle + own[k]].inverseMass, held[k].w > 0.0);\n}\n}\nlet started = previous;\nfor (var c = 0u; c < cloths[0].colliderCount; c++) {\nlet touched = collided(0u, cloths[0].firstCollider + c, time, share, held, previous, toSurface, lift);\nheld = touched.now;\nprevious = touched.previous;\n}\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nheld[k] = vec4f(slowPush(held[k].xyz, previous[k] - started[k]), held[k].w);\n}\n}\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet place = origin + vec2i(ownPlace(lane, k));\nif (lane + k * WORKGROUP_SIZE < TILE * TILE && hasParticle(place)) {\ntextureStore(next, place, held[k]);\n}\n}\n}\nfn placeOfLoad(lane: u32, k: u32) -> vec2i {\nlet local = lane + k * WORKGROUP_SIZE;\nreturn vec2i(vec2u(local % WIDTH, local / WIDTH));\n}\nfn ownPlace(lane: u32, k: u32) -> vec2u {\nlet local = min(lane + k * WORKGROUP_SIZE, TILE * TILE - 1u);\nreturn vec2u(local % TILE, local / TILE) + HALO;\n}\nfn nearestPlace(place: vec2i) -> vec2i {\nreturn clamp(place, vec2i(0), vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1);\n}\nfn placeIn(column: u32, row: u32) -> u32 {\nreturn row * WIDTH + column / 2u + (column & 1u) * (WIDTH / 2u);\n}\nfn movedParticle(place: vec2i) -> vec4f {\nif (phase.moves == 0u) {\nreturn textureLoad(now, place, 0);\n}\nlet here = particleOf(now, place);\nlet last = previousPosition(particleOf(before, place), phase.substep);\nvar position = here.xyz;\nvar motion = position - last;\nlet pinned = vec4f(position + motion, 0.0);\nif (cloths[0].carryMode == CARRIED) {\nposition = carriedPosition(0u, position, f32(phase.substep) / f32(cloths[0].substepCount));\nmotion = cloths[0].carry * motion;\n}\nlet moved = verletPosition(position, motion, cloths[0].velocityKept, cloths[0].gravity, cloths[0].substepTime);\nreturn select(vec4f(moved, here.w), pinned, here.w == 0.0);\n}\nfn startOfSubstep(place: vec2i) -> vec3f {\nif (phase.moves == 0u) {\nreturn previousPosition(particleOf(before, place), phase.substep + 1u);\n}\nreturn previousPosition(particleOf(now, place), phase.substep + 1u);\n}\nfn tetheredParticle(index: u32, t: u32, position: vec3f, inverseMass: f32) -> vec3f {\nlet tether = tethers[cloths[0].firstTether + index * cloths[0].tethersPerParticle + t];\nlet anchor = vec2i(vec2u(tether.anchor % cloths[0].countU, tether.anchor / cloths[0].countU));\nlet end = textureLoad(now, anchor, 0);\nlet motion = select(vec3f(0.0), end.xyz - textureLoad(before, anchor, 0).xyz, phase.moves != 0u);\nlet held = tetheredPosition(position, end.xyz + motion, tether.length * cloths[0].tetherLimit);\nreturn select(position, held, inverseMass > 0.0 && end.w == 0.0);\n}\nfn cellIn(origin: vec2i, number: u32, color: u32) -> Cell {\nvar cell: Cell;\nlet column = 2u * (number % CELLS) + (color & 1u);\nlet row = 2u * (number / CELLS) + (color >> 1u);\nlet corner = origin + vec2i(vec2u(column, row));\nif (column + 1u >= WIDTH || row + 1u >= WIDTH || !hasParticle(corner) || !hasParticle(corner + 1)) {\nreturn cell;\n}\ncell.a = placeIn(column, row);\ncell.b = placeIn(column + 1u, row);\ncell.links = ALL_CELLS;\ncell.length = textureLoad(lengths, corner, 0);\ncell.borderLength = vec2f(DEAD);\nif (corner.y + 2 == i32(cloths[0].countV)) {\ncell.links |= LAST_ROW;\ncell.borderLength.x = textureLoad(lengths, corner + vec2i(0, 1), 0).x;\n}\nif (corner.x + 2 == i32(cloths[0].countU)) {\ncell.links |= LAST_COLUMN;\ncell.borderLength.y = textureLoad(lengths, corner + vec2i(1, 0), 0).y;\n}\nreturn cell;\n}\nfn relaxColor(first: Cell, origin: vec2i, lane: u32, color: u32) {\nlet scaleAlpha = vec4f(f32(cloths[0].iterationCount) / (cloths[0].substepTime * cloths[0].substepTime), 1.0, 1.0, 1.0);\nlet warp = cloths[0].warp * scaleAlpha;\nlet weft = cloths[0].weft * scaleAlpha;\nlet shear = cloths[0].shear * scaleAlpha;\nif (first.links != 0u) {\nrelaxCell(first, WIDTH, warp, weft, shear, cloths[0].strainLimit);\n}\nfor (var k = 1u; k < CELLS_PER_INVOCATION; k++) {\nlet cell = cellIn(origin, lane + k * WORKGROUP_SIZE, color);\nif (cell.links != 0u) {\nrelaxCell(cell, WIDTH, warp, weft, shear, cloths[0].strainLimit);\n}\n}\n}\nfn wayToSurface(local: vec2u, origin: vec2i) -> vec3f {\nif (cloths[0].surfaceSamples == 0u) {\nreturn vec3f(0.0);\n}\nlet place = nearestPlace(origin + vec2i(local));\nlet chordU = chordShape(u32(place.x), cloths[0].countU);\nlet chordV = chordShape(u32(place.y), cloths[0].countV);\nlet here = positions[placeIn(local.x, local.y)].xyz;\nlet left = positions[placeIn(local.x - 1u, local.y)].xyz;\nlet right = positions[placeIn(local.x + 1u, local.y)].xyz;\nlet below = positions[placeIn(local.x, local.y - 1u)].xyz;\nlet above = positions[placeIn(local.x, local.y + 1u)].xyz;\nlet offU = left * chordU.x + right * (1.0 - chordU.x) - here;\nlet offV = below * chordV.x + above * (1.0 - chordV.x) - here;\nreturn offU * chordU.y + offV * chordV.y;\n}\nfn slowPush(position: vec3f, push: vec3f) -> vec3f {\nlet maximum = MAX_PUSH * cloths[0].substepTime;\nlet length = sqrt(dot(push, push));\nreturn select(position, position - push * (1.0 - maximum / length), length > maximum);\n}"].join("\n"),
    "bindings": {
      "cloths": 0,
      "vectors": 1,
      "tethers": 2,
      "colliders": 3,
      "particles": 4,
      "impulses": 5,
      "next": 9,
      "phase": 6,
      "before": 7,
      "now": 8,
      "lengths": 10
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "SPHERE": 0,
      "PLANE": 1,
      "ELLIPSOID": 2,
      "BOX": 3,
      "CAPSULE": 4,
      "CONVEX": 5,
      "MAX_COLLIDERS": 64,
      "IMPULSE_UNIT": 4194304,
      "ALL_CELLS": 1,
      "LAST_ROW": 2,
      "LAST_COLUMN": 4,
      "MAX_TRACE_STEPS": 8,
      "TRACE_TOLERANCE": 0.02,
      "DEAD": -1,
      "TILE": 20,
      "WORKGROUP_SIZE": 256,
      "PARTICLES_PER_INVOCATION": 2,
      "CONTINUOUS": 0,
      "CUTTABLE": 0,
      "HALO": 4,
      "MAX_PUSH": 0.5
    }
  },
  "transferNet": {
    "name": "transferNet",
    "code": /* @__PURE__ */ [structsText, clothKindsText, "const ALONG_V = 0u;\nconst TILE = 8u;\nconst BLOCK = 16u;\nconst FROM_FIRST = 0u;\nconst FROM_U = 1u;\nconst FROM_V = 2u;\nconst TO_FIRST = 3u;\nconst TO_U = 4u;\nconst TO_V = 5u;\nconst PINNED_FOLLOW = 6u;\nconst FIRST_ROW = 7u;\nconst ROW_WORDS = 3u;\n@group(0) @binding(0) var<storage, read> plan: array<u32>;\n@group(0) @binding(1) var<storage, read> weights: array<f32>;\n@group(0) @binding(2) var<storage, read_write> particles: array<Particle>;\n@group(0) @binding(3) var<storage, read_write> between: array<vec4f>;\nstruct ParticleState {\nposition: vec3f,\nmotion: vec3f,\n}\n@compute @workgroup_size(TILE, TILE)\nfn transferNet(@builtin(global_invocation_id) id: vec3u) {\nlet column = id.x;\nlet row = id.y;\nif (column >= plan[TO_U] || row >= plan[select(FROM_V, TO_V, ALONG_V == 1u)]) {\nreturn;\n}\nlet matrixRow = FIRST_ROW + ROW_WORDS * select(column, plan[TO_U] + row, ALONG_V == 1u);\nlet first = plan[matrixRow];\nlet count = plan[matrixRow + 1u];\nlet firstWeight = plan[matrixRow + 2u];\nlet middle = oldState(column, row, first + count / 2u);\nvar offset = vec3f(0.0);\nvar motion = vec3f(0.0);\nfor (var start = 0u; start < count; start += BLOCK) {\nvar partOffset = vec3f(0.0);\nvar partMotion = vec3f(0.0);\nfor (var k = start; k < min(start + BLOCK, count); k++) {\nlet state = oldState(column, row, first + k);\npartOffset += weights[firstWeight + k] * (state.position - middle.position);\npartMotion += weights[firstWeight + k] * (state.motion - middle.motion);\n}\noffset += partOffset;\nmotion += partMotion;\n}\nwriteState(column, row, ParticleState(middle.position + offset, middle.motion + motion));\n}\nfn oldState(column: u32, row: u32, place: u32) -> ParticleState {\nif (ALONG_V == 1u) {\nlet at = 2u * (place * plan[TO_U] + column);\nreturn ParticleState(between[at].xyz, between[at + 1u].xyz);\n}\nlet particle = particles[plan[FROM_FIRST] + row * plan[FROM_U] + place];\nlet isMoving = particle.inverseMass != 0.0 && particle.hold != RELEASED;\nreturn ParticleState(particle.position, select(vec3f(0.0), particle.position - particle.previous, isMoving));\n}\nfn writeState(column: u32, row: u32, state: ParticleState) {\nlet place = row * plan[TO_U] + column;\nif (ALONG_V == 0u) {\nbetween[2u * place] = vec4f(state.position, 0.0);\nbetween[2u * place + 1u] = vec4f(state.motion, 0.0);\nreturn;\n}\nlet index = plan[TO_FIRST] + place;\nlet isFree = particles[index].inverseMass != 0.0;\nif (isFree || plan[PINNED_FOLLOW] != 0u) {\nparticles[index].position = state.position;\n}\nif (isFree) {\nparticles[index].previous = state.position - state.motion;\nparticles[index].hold = 0.0;\n}\n}"].join("\n"),
    "bindings": {
      "plan": 0,
      "weights": 1,
      "particles": 2,
      "between": 3
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "ALONG_V": 0,
      "TILE": 8,
      "BLOCK": 16,
      "FROM_FIRST": 0,
      "FROM_U": 1,
      "FROM_V": 2,
      "TO_FIRST": 3,
      "TO_U": 4,
      "TO_V": 5,
      "PINNED_FOLLOW": 6,
      "FIRST_ROW": 7,
      "ROW_WORDS": 3
    }
  },
  "weighImpulses": {
    "name": "weighImpulses",
    "code": /* @__PURE__ */ [structsText, clothKindsText, impulseText, particleSphereText, heldText, beginText, "const WORKGROUP_SIZE = 256u;\n@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(2) var<storage, read> particles: array<Particle>;\n@group(0) @binding(3) var<storage, read_write> masses: array<f32>;\nvar<workgroup> sums: array<f32, WORKGROUP_SIZE>;\n@compute @workgroup_size(WORKGROUP_SIZE)\nfn weighImpulses(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {\nlet sphere = vectors[cloths[0].firstImpulse + 2u * group.x];\nlet count = cloths[0].countU * cloths[0].countV;\nvar sum = 0.0;\nfor (var i = lane; i < count; i += WORKGROUP_SIZE) {\nlet start = startOf(0u, i, 1.0);\nif (start.now.w > 0.0) {\nsum += impulseShare(start.now.xyz, sphere.xyz, sphere.w) / start.now.w;\n}\n}\nsums[lane] = sum;\nworkgroupBarrier();\nfor (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {\nif (lane < stride) {\nsums[lane] += sums[lane + stride];\n}\nworkgroupBarrier();\n}\nif (lane == 0u) {\nmasses[group.x] = sums[0];\n}\n}"].join("\n"),
    "bindings": {
      "cloths": 0,
      "vectors": 1,
      "particles": 2,
      "masses": 3
    },
    "constants": {
      "NOT_CARRIED": 0,
      "CARRIED": 1,
      "TELEPORTED": 2,
      "CLOSED_U": 1,
      "CLOSED_V": 2,
      "RELEASED": -1,
      "ON_MESH": 0,
      "PIN_HERE": -1,
      "FIRST_TARGET": 1,
      "LINK_WARP": 1,
      "LINK_WEFT": 2,
      "LINK_SHEAR": 4,
      "LINK_SHEAR_ACROSS": 8,
      "LINK_BEND_WARP": 16,
      "LINK_BEND_WEFT": 32,
      "ALL_LINKS": 63,
      "WORKGROUP_SIZE": 256
    }
  }
} as const;

/** WGSL functions by file, for tests of a single function. */
export const includes = {
  "air": /* @__PURE__ */ ["fn airVelocity(wind: vec3f, velocity: vec3f, unitNormal: vec3f, drag: f32, lift: f32, time: f32) -> vec3f {\nlet relative = wind - velocity;\nlet through = dot(relative, unitNormal);\nlet speed = sqrt(dot(relative, relative));\nlet dragged = drag * abs(through) * time;\nlet lifted = lift * time;\nlet across = unitNormal * (through * speed) - relative * (through * through / max(speed, 1e-20));\nreturn relative * (dragged / (1.0 + dragged)) + across * (lifted / (1.0 + lifted * speed));\n}"].join("\n"),
  "airField": /* @__PURE__ */ [turbulenceText, "fn airAfter(travel: vec3f, substeps: u32, more: u32, wind: vec3f, interval: u32, substepTime: f32) -> vec3f {\nlet period = EDDY_SIZE * EDDY_PERIOD;\nlet looks = (substeps + more + interval - 1u) / interval - (substeps + interval - 1u) / interval;\nvar way = travel;\nfor (var look = 0u; look < looks; look++) {\nway += wind * (f32(interval) * substepTime);\nway -= floor(way / period) * period;\n}\nreturn way;\n}\nfn airAt(slot: u32, point: vec3f, airTravel: vec3f) -> vec3f {\nif (cloths[slot].turbulence == 0.0) {\nreturn cloths[slot].wind;\n}\nlet speed = sqrt(dot(cloths[slot].wind, cloths[slot].wind));\nreturn cloths[slot].wind + eddies(point + cloths[slot].airOrigin - airTravel) * (speed * cloths[slot].turbulence);\n}"].join("\n"),
  "begin": /* @__PURE__ */ ["struct Start {\nnow: vec4f,\nprevious: vec3f,\nlift: f32,\n}\nfn startOf(slot: u32, index: u32, share: f32) -> Start {\nlet particle = particles[cloths[slot].firstParticle + index];\nvar position = particle.position - cloths[slot].frameShift;\nvar last = particle.previous - cloths[slot].frameShift;\nif (cloths[slot].carryMode == TELEPORTED) {\nposition = cloths[slot].carry * particle.position;\nlast = cloths[slot].carry * particle.previous;\n}\nvar lift = select(0.0, max(particle.hold, 0.0), cloths[slot].surfaceSamples != 0u);\nif (cloths[slot].reset != 0u) {\nposition = cloths[slot].linear * vectors[cloths[slot].firstRest + index].xyz;\nlast = position;\nlift = 0.0;\n} else if (particle.hold == RELEASED) {\nlast = position;\n}\nif (particle.inverseMass == 0.0) {\nlet goal = pinGoal(slot, index, position);\nif (particle.hold >= FIRST_TARGET) {\nposition = vectors[targetPlace(slot, particle.hold) + 1u].xyz;\n} else if (particle.hold == ON_MESH) {\nposition = cloths[slot].previousLinear * particle.previous - cloths[slot].frameShift;\n}\nposition = select(position, goal, cloths[slot].reset != 0u);\nlast = position - (goal - position) * share;\n}\nreturn Start(vec4f(position, particle.inverseMass), last, lift);\n}"].join("\n"),
  "bend": /* @__PURE__ */ ["const BEND_SHARE = 0.35;\nconst BEND_LEAN = 0.1;\nfn bendImpulse(e: vec3f, rest: f32, unitNormal: vec3f, weight: f32, alpha: f32) -> vec3f {\nlet length = sqrt(dot(e, e));\nlet side = select(-1.0, 1.0, dot(e, unitNormal) >= 0.0);\nlet lean = e * side + unitNormal * (BEND_LEAN * abs(rest));\nlet direction = lean * inverseSqrt(max(dot(lean, lean), 1e-30));\nreturn direction * ((side * length - rest) / (weight / BEND_SHARE + alpha));\n}\nfn chordWeight(a: f32, c: f32, ratio: f32) -> f32 {\nreturn a * ratio * ratio + c * (1.0 - ratio) * (1.0 - ratio);\n}"].join("\n"),
  "carry": /* @__PURE__ */ ["fn carriedPosition(slot: u32, position: vec3f, time: f32) -> vec3f {\nlet center = cloths[slot].frameShift * (time - 1.0);\nreturn cloths[slot].carry * (position - center) + center + cloths[slot].carryShift;\n}"].join("\n"),
  "cell": /* @__PURE__ */ [distanceText, "struct Cell {\na: u32,\nb: u32,\nlinks: u32,\nlength: vec4f,\nborderLength: vec2f,\n}\nconst ALL_CELLS = 1u;\nconst LAST_ROW = 2u;\nconst LAST_COLUMN = 4u;\nfn relaxCell(\ncell: Cell, countU: u32, warp: vec4f, weft: vec4f, shear: vec4f, strainLimit: f32,\n) {\nvar a = positions[cell.a];\nvar b = positions[cell.b];\nvar c = positions[cell.a + countU];\nvar d = positions[cell.b + countU];\nlet slender = max(cell.length.x, 1e-9) / max(cell.length.y, 1e-9);\nlet alongU = vec4f(warp.x * slender, warp.yzw);\nlet alongV = vec4f(weft.x / slender, weft.yzw);\nlet live = select(vec4f(1.0), step(vec4f(0.0), cell.length), CUTTABLE != 0u);\nlet rowWeight = select(0.0, c.w + d.w, (cell.links & LAST_ROW) != 0u && cell.borderLength.x >= 0.0);\nlet columnWeight = select(0.0, b.w + d.w, (cell.links & LAST_COLUMN) != 0u && cell.borderLength.y >= 0.0);\nvar first = distanceImpulse(b.xyz - a.xyz, (a.w + b.w) * live.x, cell.length.x, alongU, strainLimit);\nvar second = distanceImpulse(d.xyz - c.xyz, rowWeight, cell.borderLength.x, alongU, strainLimit);\na -= vec4f(first * a.w, 0.0);\nb += vec4f(first * b.w, 0.0);\nc -= vec4f(second * c.w, 0.0);\nd += vec4f(second * d.w, 0.0);\nfirst = distanceImpulse(c.xyz - a.xyz, (a.w + c.w) * live.y, cell.length.y, alongV, strainLimit);\nsecond = distanceImpulse(d.xyz - b.xyz, columnWeight, cell.borderLength.y, alongV, strainLimit);\na -= vec4f(first * a.w, 0.0);\nc += vec4f(first * c.w, 0.0);\nb -= vec4f(second * b.w, 0.0);\nd += vec4f(second * d.w, 0.0);\nfirst = distanceImpulse(d.xyz - a.xyz, (a.w + d.w) * live.z, cell.length.z, shear, strainLimit);\nsecond = distanceImpulse(c.xyz - b.xyz, (b.w + c.w) * live.w, cell.length.w, shear, strainLimit);\na -= vec4f(first * a.w, 0.0);\nd += vec4f(first * d.w, 0.0);\nb -= vec4f(second * b.w, 0.0);\nc += vec4f(second * c.w, 0.0);\npositions[cell.a] = a;\npositions[cell.b] = b;\npositions[cell.a + countU] = c;\npositions[cell.b + countU] = d;\n}"].join("\n"),
  "chord": /* @__PURE__ */ ["fn chordShape(i: u32, count: u32) -> vec2f {\nif (i == 0u || i + 1u == count) {\nreturn vec2f(0.0);\n}\nlet left = select(1.0, 0.5, i == 1u);\nlet right = select(1.0, 0.5, i + 2u == count);\nreturn vec2f(right / (left + right), 0.75 - 0.25 * (left + right));\n}\nfn unitOrZero(vector: vec3f) -> vec3f {\nlet squared = dot(vector, vector);\nreturn select(vec3f(0.0), vector * inverseSqrt(squared), squared > 0.0);\n}"].join("\n"),
  "clothKinds": /* @__PURE__ */ ["const NOT_CARRIED = 0u;\nconst CARRIED = 1u;\nconst TELEPORTED = 2u;\nconst CLOSED_U = 1u;\nconst CLOSED_V = 2u;\nconst RELEASED = -1.0;\nconst ON_MESH = 0.0;\nconst PIN_HERE = -1.0;\nconst FIRST_TARGET = 1.0;\nconst LINK_WARP = 1u;\nconst LINK_WEFT = 2u;\nconst LINK_SHEAR = 4u;\nconst LINK_SHEAR_ACROSS = 8u;\nconst LINK_BEND_WARP = 16u;\nconst LINK_BEND_WEFT = 32u;\nconst ALL_LINKS = 63u;"].join("\n"),
  "collide": /* @__PURE__ */ ["const MAX_TRACE_STEPS = 8u;\nconst TRACE_TOLERANCE = 0.02;\nstruct Held {\nnow: array<vec4f, PARTICLES_PER_INVOCATION>,\nprevious: array<vec3f, PARTICLES_PER_INVOCATION>,\n}\nfn collided(\nslot: u32, c: u32, time: f32, share: f32,\nheld: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>,\ntoSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,\n) -> Held {\nlet collider = colliders[c];\nlet pose = colliderPose(collider, time);\nlet thickness = cloths[slot].thickness;\nlet friction = cloths[slot].friction * collider.friction;\nvar isClose = collider.kind == PLANE || (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet offset = held[k].xyz + toSurface[k] - pose.position;\nlet reach = shapeReach(collider.kind, collider.size) + thickness + lift[k];\nisClose |= dot(offset, offset) < reach * reach;\n}\nif (!isClose) {\nreturn Held(held, previous);\n}\nvar local: array<vec3f, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlocal[k] = unrotated(pose.rotation, held[k].xyz + toSurface[k] - pose.position);\n}\nvar found = shapeContacts(collider, local);\nif (CONTINUOUS != 0u && cloths[slot].continuousCollision != 0u) {\nlet before = colliderPose(collider, time - share);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nvar start: vec3f;\nvar end: vec3f;\nvar there: vec4f;\nvar gap: f32;\nfor (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {\nstart = select(start, previous[i] + toSurface[i], i == k);\nend = select(end, local[i], i == k);\nthere = select(there, found[i], i == k);\ngap = select(gap, thickness + lift[i], i == k);\n}\nlet swept = sweptContact(collider, unrotated(before.rotation, start - before.position), end, there, gap);\nfor (var i = 0u; i < PARTICLES_PER_INVOCATION; i++) {\nfound[i] = select(found[i], swept, i == k);\n}\n}\n}\nvar isTouched = false;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nisTouched |= held[k].w > 0.0 && found[k].w < thickness + lift[k];\n}\nif (!isTouched) {\nreturn Held(held, previous);\n}\nvar touched = Held(held, previous);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet motion = surfaceMotion(collider, pose, held[k].xyz + toSurface[k], share);\nlet contact = Contact(rotated(pose.rotation, found[k].xyz), found[k].w, motion);\nlet response = contactResponse(contact, held[k].xyz, previous[k], thickness + lift[k], friction);\nlet isFree = held[k].w > 0.0;\ntouched.now[k] = vec4f(select(held[k].xyz, response.position, isFree), held[k].w);\ntouched.previous[k] = select(previous[k], response.previous, isFree);\n}\nlet substepTime = cloths[slot].substepTime;\nif (collider.isPushed != 0u) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\nlet slowed = held[k].xyz - previous[k] - touched.now[k].xyz + touched.previous[k];\npush(c, slowed / (held[k].w * substepTime), held[k].xyz + toSurface[k] - pose.position);\n}\n}\n}\nif (cloths[slot].collisionMassScale > 0.0) {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet speed = max(thickness + lift[k] - found[k].w, 0.0) / substepTime;\ntouched.now[k].w /= 1.0 + cloths[slot].collisionMassScale * speed;\n}\n}\nreturn touched;\n}\nfn shapeContacts(collider: Collider, points: array<vec3f, PARTICLES_PER_INVOCATION>) -> array<vec4f, PARTICLES_PER_INVOCATION> {\nvar contacts: array<vec4f, PARTICLES_PER_INVOCATION>;\nswitch (collider.kind) {\ncase SPHERE: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = sphereContact(points[k], collider.size.x);\n}\n}\ncase PLANE: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = vec4f(0.0, 1.0, 0.0, points[k].y);\n}\n}\ncase BOX: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = boxContact(points[k], collider.size);\n}\n}\ncase CAPSULE: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = capsuleContact(points[k], collider.size);\n}\n}\ndefault: {\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\ncontacts[k] = shapeContact(collider, points[k]);\n}\n}\n}\nreturn contacts;\n}\nfn shapeContact(collider: Collider, point: vec3f) -> vec4f {\nswitch (collider.kind) {\ncase SPHERE: { return sphereContact(point, collider.size.x); }\ncase ELLIPSOID: { return ellipsoidContact(point, collider.size); }\ncase BOX: { return boxContact(point, collider.size); }\ncase CAPSULE: { return capsuleContact(point, collider.size); }\ncase CONVEX: {\nvar contact = vec4f(0.0, 1.0, 0.0, -FARTHEST);\nfor (var p = 0u; p < collider.planeCount; p++) {\nlet plane = vectors[collider.firstPlane + p];\nlet distance = dot(plane.xyz, point) - plane.w;\nif (distance > contact.w) {\ncontact = vec4f(plane.xyz, distance);\n}\n}\nreturn contact;\n}\ndefault: { return vec4f(0.0, 1.0, 0.0, point.y); }\n}\n}\nfn sweptContact(collider: Collider, start: vec3f, end: vec3f, there: vec4f, gap: f32) -> vec4f {\nlet way = end - start;\nlet length = sqrt(dot(way, way));\nvar contact = shapeContact(collider, start);\nvar traveled = 0.0;\nif (length == 0.0) {\nreturn there;\n}\nif (contact.w <= gap * (1.0 + TRACE_TOLERANCE)) {\nlet inward = -dot(way, contact.xyz);\nreturn select(there, vec4f(contact.xyz, contact.w - inward), inward > gap);\n}\nfor (var step = 0u; step < MAX_TRACE_STEPS; step++) {\ntraveled += contact.w - gap;\nif (traveled >= length) {\nreturn there;\n}\nlet point = start + way * (traveled / length);\ncontact = shapeContact(collider, point);\nif (contact.w <= gap * (1.0 + TRACE_TOLERANCE) + 1e-7) {\nreturn vec4f(contact.xyz, contact.w + dot(end - point, contact.xyz));\n}\n}\nreturn there;\n}\nfn push(c: u32, impulse: vec3f, arm: vec3f) {\nlet linear = vec3i(round(impulse * IMPULSE_UNIT));\nlet angular = vec3i(round(cross(arm, impulse) * IMPULSE_UNIT));\nfor (var axis = 0u; axis < 3u; axis++) {\natomicAdd(&impulses[6u * c + axis], linear[axis]);\natomicAdd(&impulses[6u * c + 3u + axis], angular[axis]);\n}\n}"].join("\n"),
  "colliderKinds": /* @__PURE__ */ ["const SPHERE = 0u;\nconst PLANE = 1u;\nconst ELLIPSOID = 2u;\nconst BOX = 3u;\nconst CAPSULE = 4u;\nconst CONVEX = 5u;\nconst MAX_COLLIDERS = 64u;\nconst IMPULSE_UNIT = 4194304.0;"].join("\n"),
  "colliderShapes": /* @__PURE__ */ ["fn sphereContact(point: vec3f, radius: f32) -> vec4f {\nlet squared = dot(point, point);\nlet reciprocal = inverseSqrt(squared);\nreturn select(vec4f(0.0, 1.0, 0.0, -radius), vec4f(point * reciprocal, squared * reciprocal - radius), squared > 0.0);\n}\nfn ellipsoidContact(point: vec3f, radii: vec3f) -> vec4f {\nlet scaled = point / radii;\nlet gradient = scaled / radii;\nlet squared = dot(scaled, scaled);\nlet slope = sqrt(dot(gradient, gradient));\nif (slope == 0.0) {\nreturn vec4f(0.0, 1.0, 0.0, -min(radii.x, min(radii.y, radii.z)));\n}\nlet level = sqrt(squared);\nreturn vec4f(gradient / slope, level * (level - 1.0) / slope);\n}\nfn boxContact(point: vec3f, halfSize: vec3f) -> vec4f {\nlet beyond = abs(point) - halfSize;\nlet side = select(vec3f(-1.0), vec3f(1.0), point >= vec3f(0.0));\nlet depth = max(beyond.x, max(beyond.y, beyond.z));\nlet isX = depth == beyond.x;\nlet isY = !isX && depth == beyond.y;\nlet face = select(select(vec3f(0.0, 0.0, 1.0), vec3f(0.0, 1.0, 0.0), isY), vec3f(1.0, 0.0, 0.0), isX);\nlet outside = max(beyond, vec3f(0.0));\nlet squared = dot(outside, outside);\nlet reciprocal = inverseSqrt(max(squared, 1e-30));\nreturn select(vec4f(face * side, depth), vec4f(outside * side * reciprocal, squared * reciprocal), squared > 0.0);\n}\nfn capsuleContact(point: vec3f, size: vec3f) -> vec4f {\nlet length = 2.0 * size.y;\nlet slope = clamp((size.x - size.z) / max(length, 1e-20), -1.0, 1.0);\nlet along = sqrt(max(1.0 - slope * slope, 0.0));\nlet squared = dot(point.xz, point.xz);\nlet reciprocal = inverseSqrt(max(squared, 1e-30));\nlet radial = squared * reciprocal;\nlet foot = (point.y + size.y) * along - radial * slope;\nlet isStart = foot <= 0.0 || slope == 1.0;\nlet isEnd = !isStart && (foot >= length * along || slope == -1.0);\nlet sphere = sphereContact(point + vec3f(0.0, select(-size.y, size.y, isStart), 0.0), select(size.z, size.x, isStart));\nlet outward = select(vec2f(1.0, 0.0), point.xz * reciprocal, squared > 0.0);\nlet cone = vec4f(outward.x * along, slope, outward.y * along, radial * along + (point.y + size.y) * slope - size.x);\nreturn select(cone, sphere, isStart || isEnd);\n}\nfn shapeReach(kind: u32, size: vec3f) -> f32 {\nswitch (kind) {\ncase BOX: { return sqrt(dot(size, size)); }\ncase CAPSULE: { return size.y + max(size.x, size.z); }\ndefault: { return max(size.x, max(size.y, size.z)); }\n}\n}"].join("\n"),
  "contact": /* @__PURE__ */ [rotationText, colliderKindsText, colliderShapesText, "struct Pose {\nposition: vec3f,\nrotation: vec4f,\n}\nfn colliderPose(collider: Collider, time: f32) -> Pose {\nreturn Pose(\nmix(collider.previousPosition, collider.position, time),\nnormalize(mix(collider.previousRotation, collider.rotation, time)));\n}\nstruct Contact {\nnormal: vec3f,\ndistance: f32,\nmotion: vec3f,\n}\nfn surfaceMotion(collider: Collider, pose: Pose, point: vec3f, share: f32) -> vec3f {\nreturn (collider.position - collider.previousPosition + cross(collider.spin, point - pose.position)) * share;\n}\nstruct Touched {\nposition: vec3f,\nprevious: vec3f,\n}\nfn contactResponse(contact: Contact, position: vec3f, previous: vec3f, gap: f32, friction: f32) -> Touched {\nlet depth = gap - contact.distance;\nlet way = position - previous - contact.motion;\nlet through = dot(way, contact.normal);\nlet stopped = max(-through, 0.0);\nlet tangential = way - contact.normal * through;\nlet length = sqrt(dot(tangential, tangential));\nlet lost = select(friction * stopped / length, 1.0, length <= friction * stopped);\nlet pushed = position + contact.normal * depth - tangential * lost;\nlet isDeep = depth > 0.0;\nreturn Touched(\nselect(position, pushed, isDeep),\nselect(previous, previous + contact.normal * (depth - stopped), isDeep));\n}"].join("\n"),
  "distance": /* @__PURE__ */ ["fn distanceImpulse(difference: vec3f, weight: f32, restLength: f32, phase: vec4f, strainLimit: f32) -> vec3f {\nlet squared = max(dot(difference, difference), 1e-30);\nlet reciprocal = inverseSqrt(squared);\nlet error = squared * reciprocal - restLength;\nlet slack = clamp(error, (phase.y - 1.0) * restLength, (phase.z - 1.0) * restLength);\nlet counted = error - (1.0 - phase.w) * slack;\nlet softened = weight + phase.x;\nlet divided = 1.0 / max(weight * softened, 1e-30);\nlet limited = min(-counted * weight, (strainLimit * restLength - error) * softened);\nreturn difference * (select(0.0, limited * divided, weight > 0.0) * reciprocal);\n}"].join("\n"),
  "endOfStep": /* @__PURE__ */ ["struct End {\nnow: vec3f,\nprevious: vec3f,\n}\nfn endOf(place: vec2i, index: u32) -> End {\nlet here = particleOf(now, place);\nif (here.w == 0.0) {\nreturn End(pinGoal(0u, index, here.xyz), textureLoad(before, place, 0).xyz);\n}\nreturn End(here.xyz, previousPosition(particleOf(before, place), cloths[0].substepCount));\n}"].join("\n"),
  "extents": /* @__PURE__ */ ["var<workgroup> lows: array<vec4f, WORKGROUP_SIZE>;\nvar<workgroup> highs: array<vec4f, WORKGROUP_SIZE>;\nfn gatherExtents(lane: u32, low: vec4f, high: vec4f) {\nlows[lane] = low;\nhighs[lane] = high;\nworkgroupBarrier();\nfor (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {\nif (lane < stride) {\nlows[lane] = min(lows[lane], lows[lane + stride]);\nhighs[lane] = max(highs[lane], highs[lane + stride]);\n}\nworkgroupBarrier();\n}\n}"].join("\n"),
  "finish": /* @__PURE__ */ ["fn storeParticle(slot: u32, i: u32, position: vec3f, previous: vec3f, lift: f32) {\nlet index = cloths[slot].firstParticle + i;\nparticles[index].position = position;\nif (particles[index].inverseMass > 0.0) {\nparticles[index].previous = previous;\nparticles[index].hold = lift;\n} else if (particles[index].hold < FIRST_TARGET) {\nparticles[index].previous = pinPlace(slot, i, position);\nparticles[index].hold = ON_MESH;\n}\n}\nfn restParticle(slot: u32, index: u32) {\nlet shift = cloths[slot].frameShift;\nlet stays = particles[index].position - select(vec3f(0.0), shift, isNumber(shift));\nparticles[index].position = stays;\nif (particles[index].inverseMass > 0.0) {\nparticles[index].previous = stays;\nparticles[index].hold = 0.0;\n}\n}"].join("\n"),
  "finite": /* @__PURE__ */ ["const FARTHEST = 1e9;\nfn isNumber(vector: vec3f) -> bool {\nlet exponents = bitcast<vec3u>(vector) & vec3u(0x7f800000u);\nreturn all(exponents < vec3u(bitcast<u32>(FARTHEST) & 0x7f800000u));\n}"].join("\n"),
  "gridContact": /* @__PURE__ */ ["const MAX_SPEEDUP = 2.0;\nconst LIFT_GAIN = 0.1;\nconst LIFT_LOSS = 0.01;\nconst LIFT_BAND = 0.2;\nconst MAX_LIFT = 0.5;\nfn surroundings(\nslot: u32,\nheld: array<vec4f, PARTICLES_PER_INVOCATION>, previous: array<vec3f, PARTICLES_PER_INVOCATION>,\ntoSurface: array<vec3f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,\n) -> vec4f {\nvar center = vec3f(0.0);\nvar count = 0.0;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\ncenter += held[k].xyz;\ncount += 1.0;\n}\n}\ncenter /= max(count, 1.0);\nvar radius = -1.0;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\nlet offset = held[k].xyz - center;\nlet motion = held[k].xyz - previous[k];\nlet way = MAX_SPEEDUP * f32(cloths[slot].airInterval) * sqrt(dot(motion, motion));\nradius = max(radius, sqrt(dot(offset, offset)) + way + sqrt(dot(toSurface[k], toSurface[k])) + lift[k] + cloths[slot].thickness);\n}\n}\nreturn vec4f(center, select(-1.0, radius + knotReach(slot), radius >= 0.0));\n}\nfn knotReach(slot: u32) -> f32 {\nlet middle = cloths[slot].firstRest + (cloths[slot].countV / 2u) * cloths[slot].countU + cloths[slot].countU / 2u;\nlet diagonal = vectors[middle].xyz - vectors[middle - cloths[slot].countU - 1u].xyz;\nreturn 0.75 * length(cloths[slot].linear * diagonal);\n}\nfn isNear(slot: u32, c: u32, time: f32, share: f32, sphere: vec4f) -> bool {\nlet collider = colliders[c];\nlet path = collider.position - collider.previousPosition;\nlet offset = sphere.xyz - collider.previousPosition - path * time;\nlet way = MAX_SPEEDUP * f32(cloths[slot].airInterval) * share * sqrt(dot(path, path));\nlet room = sphere.w + way + shapeReach(collider.kind, collider.size);\nif (collider.kind == PLANE) {\nreturn sphere.w >= 0.0 && dot(offset, rotated(collider.rotation, vec3f(0.0, 1.0, 0.0))) < room;\n}\nreturn sphere.w >= 0.0 && dot(offset, offset) < room * room;\n}\nfn liftOver(\nslot: u32, lane: u32, near: vec2u, time: f32,\nheld: array<vec4f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,\n) -> array<f32, PARTICLES_PER_INVOCATION> {\nvar missing: array<f32, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nmissing[k] = -cloths[slot].thickness;\n}\nfor (var word = 0u; word < 2u; word++) {\nfor (var bits = near[word]; bits != 0u; bits &= bits - 1u) {\nlet collider = colliders[cloths[slot].firstCollider + word * 32u + firstTrailingBit(bits)];\nlet pose = colliderPose(collider, time);\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nif (held[k].w > 0.0) {\nmissing[k] = max(missing[k], missingClearance(slot, collider, pose, ownPlace(lane, k)));\n}\n}\n}\n}\nvar lifted: array<f32, PARTICLES_PER_INVOCATION>;\nfor (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {\nlet band = LIFT_BAND * cloths[slot].thickness;\nlet change = LIFT_GAIN * max(missing[k] - band, 0.0) + LIFT_LOSS * min(missing[k] + band, 0.0);\nlifted[k] = clamp(lift[k] + change, 0.0, MAX_LIFT * spacingAt(slot, ownPlace(lane, k)));\n}\nreturn lifted;\n}\nfn missingClearance(slot: u32, collider: Collider, pose: Pose, place: u32) -> f32 {\nlet row = place / cloths[slot].countU;\nlet next = neighboursOf(slot, place, columnAt(place - row * cloths[slot].countU, cloths[slot].countU), row);\nlet here = positions[place].xyz;\nlet offset = here - pose.position;\nlet reach = shapeReach(collider.kind, collider.size) + cloths[slot].thickness + 2.0 * spacingAt(slot, place);\nvar missing = -cloths[slot].thickness;\nif (collider.kind != PLANE && dot(offset, offset) > reach * reach) {\nreturn missing;\n}\nfor (var side = 0u; side < 4u; side++) {\nlet beside = select(next.left, next.right, (side & 1u) != 0u);\nlet beyond = select(next.below, next.above, (side & 2u) != 0u);\nif (beside != place && beyond != place) {\nlet corner = beside + beyond - place;\nlet knot = 0.25 * (here + positions[beside].xyz + positions[beyond].xyz + positions[corner].xyz);\nlet contact = shapeContact(collider, unrotated(pose.rotation, knot - pose.position));\nmissing = max(missing, cloths[slot].thickness - contact.w);\n}\n}\nreturn missing;\n}\nfn spacingAt(slot: u32, place: u32) -> f32 {\nlet row = place / cloths[slot].countU;\nlet next = neighboursOf(slot, place, columnAt(place - row * cloths[slot].countU, cloths[slot].countU), row);\nlet across = positions[next.right].xyz - positions[next.left].xyz;\nreturn 0.5 * sqrt(dot(across, across));\n}"].join("\n"),
  "gridHold": /* @__PURE__ */ ["fn seamPosition(slot: u32, place: u32, column: u32, row: u32) -> vec3f {\nlet isSeamU = (cloths[slot].closed & CLOSED_U) != 0u && (column == 0u || column + 1u == cloths[slot].countU);\nlet isSeamV = (cloths[slot].closed & CLOSED_V) != 0u && (row == 0u || row + 1u == cloths[slot].countV);\nlet first = placeOf(select(column, 1u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);\nlet second = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, 1u, isSeamV), cloths[slot].countU);\nlet third = placeOf(select(column, 1u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);\nlet fourth = placeOf(select(column, cloths[slot].countU - 2u, isSeamU), select(row, cloths[slot].countV - 2u, isSeamV), cloths[slot].countU);\nif (!isSeamU && !isSeamV) {\nreturn positions[place].xyz;\n}\nreturn 0.25 * (positions[first].xyz + positions[second].xyz + positions[third].xyz + positions[fourth].xyz);\n}\nfn sharedMass(count: u32, sphere: vec4f) -> f32 {\nvar sum = 0.0;\nfor (var i = 0u; i < count; i++) {\nlet particle = positions[i];\nif (particle.w > 0.0) {\nsum += impulseShare(particle.xyz, sphere.xyz, sphere.w) / particle.w;\n}\n}\nreturn sum;\n}"].join("\n"),
  "gridLinks": /* @__PURE__ */ [distanceText, cellText, "fn cellOf(slot: u32, lane: u32, color: u32) -> Cell {\nlet parityU = color & 1u;\nlet parityV = color >> 1u;\nlet columns = (cloths[slot].countU - parityU) / 2u;\nlet rows = (cloths[slot].countV - parityV) / 2u;\nvar cell: Cell;\nif (lane >= columns * rows) {\nreturn cell;\n}\nlet column = 2u * (lane % columns) + parityU;\nlet row = 2u * (lane / columns) + parityV;\nlet corner = cloths[slot].firstRest + row * cloths[slot].countU + column;\ncell.a = placeOf(column, row, cloths[slot].countU);\ncell.b = placeOf(column + 1u, row, cloths[slot].countU);\ncell.links = ALL_CELLS;\nlet a = vectors[corner].xyz;\nlet b = vectors[corner + 1u].xyz;\nlet c = vectors[corner + cloths[slot].countU].xyz;\nlet d = vectors[corner + cloths[slot].countU + 1u].xyz;\ncell.length = vec4f(\nlength(cloths[slot].linear * (b - a)), length(cloths[slot].linear * (c - a)), length(cloths[slot].linear * (d - a)), length(cloths[slot].linear * (c - b)));\nif (row + 2u == cloths[slot].countV) {\ncell.links |= LAST_ROW;\ncell.borderLength.x = length(cloths[slot].linear * (d - c));\n}\nif (column + 2u == cloths[slot].countU) {\ncell.links |= LAST_COLUMN;\ncell.borderLength.y = length(cloths[slot].linear * (d - b));\n}\nreturn cell;\n}"].join("\n"),
  "gridMemory": /* @__PURE__ */ ["@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;\n@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;\n@group(0) @binding(2) var<storage, read> tethers: array<Tether>;\n@group(0) @binding(3) var<storage, read> colliders: array<Collider>;\n@group(0) @binding(4) var<storage, read_write> particles: array<Particle>;\n@group(0) @binding(5) var<storage, read_write> states: array<ClothState>;\n@group(0) @binding(6) var<storage, read_write> impulses: array<atomic<i32>>;\nvar<workgroup> positions: array<vec4f, CAPACITY>;\nstruct Neighbours {\nleft: u32,\nright: u32,\nbelow: u32,\nabove: u32,\n}\nfn ownPlace(lane: u32, k: u32) -> u32 {\nlet stride = min(WORKGROUP_SIZE, 32u);\nreturn (lane / stride * PARTICLES_PER_INVOCATION + k) * stride + lane % stride;\n}\nfn columnAt(place: u32, countU: u32) -> u32 {\nlet evens = (countU + 1u) / 2u;\nreturn select(2u * place, 2u * (place - evens) + 1u, place >= evens);\n}\nfn placeOf(column: u32, row: u32, countU: u32) -> u32 {\nreturn row * countU + column / 2u + select(0u, (countU + 1u) / 2u, column % 2u != 0u);\n}\nfn neighboursOf(slot: u32, place: u32, column: u32, row: u32) -> Neighbours {\nlet evens = (cloths[slot].countU + 1u) / 2u;\nlet isOdd = column % 2u != 0u;\nlet right = select(place + evens, place + 1u - evens, isOdd);\nlet left = select(place + evens - 1u, place - evens, isOdd);\nreturn Neighbours(\nselect(place, left, column > 0u),\nselect(place, right, column + 1u < cloths[slot].countU),\nselect(place, place - cloths[slot].countU, row > 0u),\nselect(place, place + cloths[slot].countU, row + 1u < cloths[slot].countV));\n}"].join("\n"),
  "held": /* @__PURE__ */ [clothKindsText, particleSphereText, "fn pinGoal(slot: u32, index: u32, position: vec3f) -> vec3f {\nlet particle = particles[cloths[slot].firstParticle + index];\nif (particle.hold >= FIRST_TARGET) {\nreturn vectors[targetPlace(slot, particle.hold)].xyz;\n}\nif (cloths[slot].reset != 0u) {\nreturn cloths[slot].linear * vectors[cloths[slot].firstRest + index].xyz;\n}\nreturn select(cloths[slot].linear * particle.previous, position, particle.hold == PIN_HERE);\n}\nfn targetPlace(slot: u32, hold: f32) -> u32 {\nreturn cloths[slot].firstTarget + 2u * u32(hold - FIRST_TARGET);\n}\nfn pinPlace(slot: u32, index: u32, position: vec3f) -> vec3f {\nlet particle = particles[cloths[slot].firstParticle + index];\nif (cloths[slot].reset != 0u) {\nreturn vectors[cloths[slot].firstRest + index].xyz;\n}\nreturn select(particle.previous, cloths[slot].toLocal * position, particle.hold == PIN_HERE);\n}\nfn guidedPosition(slot: u32, index: u32, position: vec3f, time: f32) -> vec3f {\nvar guided = position;\nif (cloths[slot].motionCount > 0u) {\nlet sphere = guideAt(slot, cloths[slot].firstMotion + 2u * index, time);\nguided = motionPosition(guided, sphere.xyz, sphere.w * cloths[slot].motionScale + cloths[slot].motionBias);\n}\nif (cloths[slot].separationCount > 0u) {\nlet sphere = guideAt(slot, cloths[slot].firstSeparation + 2u * index, time);\nguided = separationPosition(guided, sphere.xyz, sphere.w * cloths[slot].separationScale + cloths[slot].separationBias);\n}\nreturn guided;\n}\nfn guideAt(slot: u32, place: u32, time: f32) -> vec4f {\nlet now = vectors[place];\nlet before = vectors[place + 1u];\nlet center = mix(cloths[slot].previousLinear * before.xyz - cloths[slot].frameShift, cloths[slot].linear * now.xyz, time);\nreturn vec4f(center, mix(before.w, now.w, time));\n}"].join("\n"),
  "impulse": /* @__PURE__ */ ["fn impulseShare(position: vec3f, point: vec3f, radius: f32) -> f32 {\nlet difference = position - point;\nlet fall = max(1.0 - dot(difference, difference) / (radius * radius), 0.0);\nreturn fall * fall;\n}"].join("\n"),
  "particleSphere": /* @__PURE__ */ ["fn motionPosition(position: vec3f, center: vec3f, radius: f32) -> vec3f {\nlet difference = position - center;\nlet squared = dot(difference, difference);\nlet reach = max(radius, 0.0);\nreturn select(position, center + difference * (reach * inverseSqrt(max(squared, 1e-30))), squared > reach * reach);\n}\nfn separationPosition(position: vec3f, center: vec3f, radius: f32) -> vec3f {\nlet difference = position - center;\nlet squared = dot(difference, difference);\nif (radius <= 0.0 || squared >= radius * radius) {\nreturn position;\n}\nreturn center + select(vec3f(0.0, radius, 0.0), difference * (radius * inverseSqrt(squared)), squared > 0.0);\n}"].join("\n"),
  "quadraticSpline": /* @__PURE__ */ ["struct QuadraticBasis {\nweight: vec3f,\nslope: vec3f,\nbow: vec3f,\n}\nfn quadraticBasis(span: u32, t: f32, spans: u32) -> QuadraticBasis {\nlet left = select(1.0, 0.5, span > 0u);\nlet right = select(1.0, 0.5, span + 1u < spans);\nlet first = (1.0 - t) * (1.0 - t) * left;\nlet last = t * t * right;\nlet firstSlope = -2.0 * (1.0 - t) * left;\nlet lastSlope = 2.0 * t * right;\nreturn QuadraticBasis(\nvec3f(first, 1.0 - first - last, last),\nvec3f(firstSlope, -firstSlope - lastSlope, lastSlope),\nvec3f(2.0 * left, -2.0 * (left + right), 2.0 * right));\n}"].join("\n"),
  "rotation": /* @__PURE__ */ ["fn rotated(rotation: vec4f, vector: vec3f) -> vec3f {\nlet twice = 2.0 * cross(rotation.xyz, vector);\nreturn vector + rotation.w * twice + cross(rotation.xyz, twice);\n}\nfn unrotated(rotation: vec4f, vector: vec3f) -> vec3f {\nreturn rotated(vec4f(-rotation.xyz, rotation.w), vector);\n}"].join("\n"),
  "structs": /* @__PURE__ */ ["struct Cloth {\nlinear: mat3x3f,\npreviousLinear: mat3x3f,\ntoLocal: mat3x3f,\ncarry: mat3x3f,\nframeShift: vec3f,\nfirstParticle: u32,\ncarryShift: vec3f,\ncarryMode: u32,\ngravity: vec3f,\nfirstRest: u32,\nwind: vec3f,\nfirstTether: u32,\nairOrigin: vec3f,\ntethersPerParticle: u32,\nwarp: vec4f,\nweft: vec4f,\nshear: vec4f,\nfirstBend: u32,\nbendWarp: f32,\nbendWeft: f32,\nstrainLimit: f32,\ntetherLimit: f32,\ncountU: u32,\ncountV: u32,\nclosed: u32,\nfirstCollider: u32,\ncolliderCount: u32,\nsubstepCount: u32,\niterationCount: u32,\narePinsMoving: u32,\nreset: u32,\nsubstepTime: f32,\nvelocityKept: f32,\nairInterval: u32,\ndrag: f32,\nlift: f32,\nturbulence: f32,\nthickness: f32,\nfriction: f32,\ncollisionMassScale: f32,\ncontinuousCollision: u32,\nsurfaceSamples: u32,\nfirstTarget: u32,\nfirstMotion: u32,\nmotionCount: u32,\nmotionScale: f32,\nmotionBias: f32,\nfirstSeparation: u32,\nseparationCount: u32,\nseparationScale: f32,\nseparationBias: f32,\nfirstImpulse: u32,\nimpulseCount: u32,\n}\nstruct Particle {\nposition: vec3f,\ninverseMass: f32,\nprevious: vec3f,\nhold: f32,\n}\nstruct SubstepPass {\nsubstep: u32,\nmoves: u32,\nholds: u32,\n}\nstruct Tether {\nanchor: u32,\nlength: f32,\n}\nstruct Collider {\nposition: vec3f,\nkind: u32,\npreviousPosition: vec3f,\nfriction: f32,\nrotation: vec4f,\npreviousRotation: vec4f,\nsize: vec3f,\nfirstPlane: u32,\nspin: vec3f,\nplaneCount: u32,\nisPushed: u32,\n}\nstruct ClothState {\nminimum: vec3f,\nspeed: f32,\nmaximum: vec3f,\nfaults: u32,\nairTravel: vec3f,\nsubsteps: u32,\n}\nstruct ColliderImpulse {\nlinear: vec3i,\nangular: vec3i,\n}\nstruct Surface {\ntoLocal: mat3x3f,\norigin: vec3f,\nfirstParticle: u32,\nminSegments: vec2f,\nmaxSegments: vec2f,\ncountU: u32,\ncountV: u32,\nclosed: u32,\nfirstCell: u32,\nmode: u32,\ntolerance: f32,\nnear: f32,\nfar: f32,\nfaces: u32,\nhalfThickness: f32,\nfrontUVs: vec4f,\nbackUVs: vec4f,\ntangentSign: f32,\nspansPerCell: u32,\n}\nstruct Eye {\nleft: vec4f,\nright: vec4f,\nbottom: vec4f,\ntop: vec4f,\nposition: vec3f,\npixelsPerUnit: f32,\nforward: vec3f,\nnear: f32,\nisOrthographic: u32,\nisAllAround: u32,\nslant: f32,\n}\nstruct View {\neyeCount: u32,\ncoarseness: f32,\nmaxQuads: u32,\n}\nstruct SurfaceCell {\nneeded: vec2f,\nfirstVertex: u32,\nfirstQuad: u32,\nedges: u32,\ninside: u32,\nmorphs: u32,\n}\nstruct DrawArguments {\nindexCount: u32,\ninstanceCount: u32,\nfirstIndex: u32,\nbaseVertex: u32,\nfirstInstance: u32,\n}\nstruct DrawnSurface {\nall: DrawArguments,\nfront: DrawArguments,\nback: DrawArguments,\nvertexCount: u32,\nquadCount: u32,\ncellsU: u32,\ncellsV: u32,\nspansPerCell: u32,\nmorph: f32,\n}\nstruct SurfaceChunk {\nsurface: u32,\nnumber: u32,\n}\nstruct SurfaceTotals {\nchunkCount: u32,\nquads: u32,\ndemand: u32,\ncoarsened: u32,\n}"].join("\n"),
  "surfaceDemand": /* @__PURE__ */ ["struct PatchShape {\nbends: vec3f,\nminimum: vec3f,\nmaximum: vec3f,\n}\nfn smallestCells(slot: u32) -> vec2u {\nlet spansPerCell = surfaces[slot].spansPerCell;\nreturn (vec2u(surfaces[slot].countU, surfaces[slot].countV) - 2u + spansPerCell - 1u) / spansPerCell;\n}\nfn patchShape(slot: u32, column: u32, row: u32) -> PatchShape {\nlet countU = surfaces[slot].countU;\nlet spansU = countU - 2u;\nlet spansV = surfaces[slot].countV - 2u;\nlet startU = quadraticBasis(column, 0.0, spansU);\nlet endU = quadraticBasis(column, 1.0, spansU);\nlet startV = quadraticBasis(row, 0.0, spansV);\nlet endV = quadraticBasis(row, 1.0, spansV);\nvar minimum = vec3f(3e38);\nvar maximum = vec3f(-3e38);\nvar bows: array<vec3f, 3>;\nvar twist0 = vec3f(0.0);\nvar twist1 = vec3f(0.0);\nvar twist2 = vec3f(0.0);\nvar twist3 = vec3f(0.0);\nvar bends = vec3f(0.0);\nfor (var j = 0u; j < 3u; j++) {\nlet first = surfaces[slot].firstParticle + (row + j) * countU + column;\nlet a = particles[first].position;\nlet b = particles[first + 1u].position;\nlet c = particles[first + 2u].position;\nminimum = min(minimum, min(a, min(b, c)));\nmaximum = max(maximum, max(a, max(b, c)));\nbends.x = max(bends.x, length(a * startU.bow.x + b * startU.bow.y + c * startU.bow.z));\nbows[0] += a * startV.bow[j];\nbows[1] += b * startV.bow[j];\nbows[2] += c * startV.bow[j];\nlet slopeAtStart = a * startU.slope.x + b * startU.slope.y + c * startU.slope.z;\nlet slopeAtEnd = a * endU.slope.x + b * endU.slope.y + c * endU.slope.z;\ntwist0 += slopeAtStart * startV.slope[j];\ntwist1 += slopeAtEnd * startV.slope[j];\ntwist2 += slopeAtStart * endV.slope[j];\ntwist3 += slopeAtEnd * endV.slope[j];\n}\nbends.y = max(max(length(twist0), length(twist1)), max(length(twist2), length(twist3)));\nbends.z = max(length(bows[0]), max(length(bows[1]), length(bows[2])));\nreturn PatchShape(bends, minimum, maximum);\n}\nfn cellDemand(slot: u32, shape: PatchShape, spans: vec2f, spansPerCell: f32) -> vec4f {\nlet center = surfaces[slot].origin + 0.5 * (shape.minimum + shape.maximum);\nlet radius = 0.5 * length(shape.maximum - shape.minimum) + surfaces[slot].halfThickness;\nif (surfaces[slot].mode == BY_DISTANCE) {\nlet needed = neededAt(slot, center, radius);\nlet whole = needed * spansPerCell;\nreturn vec4f(needed * spans, whole * whole);\n}\nlet inTolerances = shape.bends * (pixelsPerMeter(center, radius) / surfaces[slot].tolerance);\nlet whole = inTolerances * (spansPerCell * spansPerCell);\nreturn vec4f(segmentsNeeded(inTolerances * spans.xxy * spans.xyy), (whole.xz + whole.y) / 8.0);\n}\nfn pixelsPerMeter(center: vec3f, radius: f32) -> f32 {\nvar maximum = 0.0;\nfor (var e = 0u; e < view.eyeCount; e++) {\nlet toCenter = center - eyes[e].position;\nvar isSeen = eyes[e].isAllAround != 0u;\nif (!isSeen) {\nisSeen = dot(eyes[e].forward, toCenter) + radius > 0.0;\nisSeen = isSeen && isInFront(eyes[e].left, center, radius) && isInFront(eyes[e].right, center, radius)\n&& isInFront(eyes[e].bottom, center, radius) && isInFront(eyes[e].top, center, radius);\n}\nif (isSeen) {\nvar scale = 1.0;\nif (eyes[e].isOrthographic == 0u) {\nlet away = length(toCenter) + radius;\nlet depth = select(dot(eyes[e].forward, toCenter), length(toCenter), eyes[e].isAllAround != 0u);\nlet nearest = max(depth - radius, eyes[e].near);\nscale = min(away / nearest, eyes[e].slant) / nearest;\n}\nmaximum = max(maximum, eyes[e].pixelsPerUnit * scale);\n}\n}\nreturn maximum;\n}\nfn isInFront(side: vec4f, center: vec3f, radius: f32) -> bool {\nreturn dot(side.xyz, center) + side.w > -radius;\n}\nfn neededAt(slot: u32, center: vec3f, radius: f32) -> vec2f {\nlet near = surfaces[slot].near;\nlet far = surfaces[slot].far;\nvar distance = far;\nfor (var e = 0u; e < view.eyeCount; e++) {\ndistance = min(distance, max(length(center - eyes[e].position) - radius, near));\n}\nlet share = (1.0 / distance - 1.0 / far) / max(1.0 / near - 1.0 / far, 1e-9);\nreturn mix(surfaces[slot].minSegments, surfaces[slot].maxSegments, share);\n}"].join("\n"),
  "surfaceKinds": /* @__PURE__ */ ["const HIDDEN = 0u;\nconst BY_ERROR = 1u;\nconst BY_DISTANCE = 2u;\nconst FIXED = 3u;\nconst FRONT_FACE = 1u;\nconst BACK_FACE = 2u;\nconst CHUNK_ITEMS = 128u;\nconst QUAD_INDICES = 6u;\nconst DEMAND_UNIT = 8u;\nconst MAX_COARSE_SPANS = 1024u;\nconst MAX_FINE_CELLS = 4096u;"].join("\n"),
  "tessellation": /* @__PURE__ */ ["const MAX_EXPONENT = 6u;\nconst VERTICES_PER_PAIR = 3u;\nfn segmentsNeeded(bends: vec3f) -> vec2f {\nvar levels = vec2f(1.0);\nvar left = 8.0 - bends.x - 2.0 * bends.y - bends.z;\nif (left >= 0.0) {\nreturn sqrt(bends.xz / (bends.xz + max(left, 1e-9)));\n}\nvar isAlongU = false;\nvar parts = bends.xz;\nfor (var k = 0u; k < 2u * MAX_EXPONENT && left < 0.0; k++) {\nisAlongU = levels.y >= f32(1u << MAX_EXPONENT) || (parts.x > parts.y && levels.x < f32(1u << MAX_EXPONENT));\nlevels *= select(vec2f(1.0, 2.0), vec2f(2.0, 1.0), isAlongU);\nparts = bends.xz / (levels * levels);\nleft = 8.0 - parts.x - 2.0 * bends.y / (levels.x * levels.y) - parts.y;\n}\nlet part = select(parts.y, parts.x, isAlongU);\nlet reached = clamp(sqrt(part / max(part + left, 1e-20)), 0.501, 1.0);\nreturn 0.999999 * levels * select(vec2f(1.0, reached), vec2f(reached, 1.0), isAlongU);\n}\nfn levelOf(needed: f32) -> u32 {\nreturn 1u << u32(clamp(ceil(log2(max(needed, 1e-9))), 0.0, f32(MAX_EXPONENT)));\n}\nfn morphOf(needed: f32, level: u32) -> f32 {\nlet ratio = f32(level) / max(needed, 1e-9);\nreturn clamp((4.0 - ratio * ratio) / 3.0, 0.0, 1.0);\n}"].join("\n"),
  "tether": /* @__PURE__ */ ["fn tetheredPosition(position: vec3f, anchor: vec3f, reach: f32) -> vec3f {\nlet difference = position - anchor;\nlet squared = dot(difference, difference);\nlet scale = min(1.0, reach * inverseSqrt(max(squared, 1e-30)));\nreturn select(position, anchor + difference * scale, squared > reach * reach);\n}"].join("\n"),
  "textureNet": /* @__PURE__ */ ["const DEAD = -1.0;\nfn hasParticle(place: vec2i) -> bool {\nreturn all(place >= vec2i(0)) && place.x < i32(cloths[0].countU) && place.y < i32(cloths[0].countV);\n}\nfn indexOf(place: vec2i) -> u32 {\nreturn u32(place.y) * cloths[0].countU + u32(place.x);\n}\nfn particleOf(net: texture_2d<f32>, place: vec2i) -> vec4f {\nlet particle = textureLoad(net, place, 0);\nlet last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;\nlet isSeamU = (cloths[0].closed & CLOSED_U) != 0u && (place.x == 0 || place.x == last.x);\nlet isSeamV = (cloths[0].closed & CLOSED_V) != 0u && (place.y == 0 || place.y == last.y);\nif (particle.w == 0.0 || (!isSeamU && !isSeamV)) {\nreturn particle;\n}\nlet low = select(place, vec2i(1), vec2<bool>(isSeamU, isSeamV));\nlet high = select(place, last - 1, vec2<bool>(isSeamU, isSeamV));\nlet sum = textureLoad(net, low, 0).xyz + textureLoad(net, vec2i(high.x, low.y), 0).xyz\n+ textureLoad(net, vec2i(low.x, high.y), 0).xyz + textureLoad(net, high, 0).xyz;\nreturn vec4f(0.25 * sum, particle.w);\n}\nfn previousPosition(before: vec4f, substep: u32) -> vec3f {\nif (cloths[0].carryMode != CARRIED || substep == 0u || before.w == 0.0) {\nreturn before.xyz;\n}\nreturn carriedPosition(0u, before.xyz, f32(substep - 1u) / f32(cloths[0].substepCount));\n}"].join("\n"),
  "turbulence": /* @__PURE__ */ ["const EDDY_SIZE = 0.5;\nconst EDDY_PERIOD = 256.0;\nfn latticeVector(point: vec3i) -> vec3f {\nvar v = (vec3u(point) & vec3u(u32(EDDY_PERIOD) - 1u)) * 1664525u + 1013904223u;\nv.x += v.y * v.z;\nv.y += v.z * v.x;\nv.z += v.x * v.y;\nv ^= v >> vec3u(16u);\nv.x += v.y * v.z;\nv.y += v.z * v.x;\nv.z += v.x * v.y;\nreturn vec3f(v >> vec3u(8u)) * (1.0 / 8388608.0) - 1.0;\n}\nfn eddies(point: vec3f) -> vec3f {\nlet scaled = point / EDDY_SIZE;\nlet corner = floor(scaled);\nlet t = scaled - corner;\nlet w = t * t * (3.0 - 2.0 * t);\nlet cell = vec3i(corner);\nvar velocity = vec3f(0.0);\nfor (var k = 0u; k < 8u; k++) {\nlet far = vec3u(k & 1u, (k >> 1u) & 1u, k >> 2u);\nlet weight = select(1.0 - w, w, far == vec3u(1u));\nvelocity += latticeVector(cell + vec3i(far)) * (weight.x * weight.y * weight.z);\n}\nreturn velocity;\n}"].join("\n"),
  "verlet": /* @__PURE__ */ ["fn verletPosition(position: vec3f, motion: vec3f, kept: f32, acceleration: vec3f, substepTime: f32) -> vec3f {\nreturn position + motion * kept + acceleration * (substepTime * substepTime);\n}"].join("\n")
} as const;
