/// Coordinates beyond this are as lost as those that are no numbers [m].
const FARTHEST = 1e9;

fn isNumber(vector: vec3f) -> bool {
  // By bits: compilers may take it that there are no others.
  let exponents = bitcast<vec3u>(vector) & vec3u(0x7f800000u);
  return all(exponents < vec3u(bitcast<u32>(FARTHEST) & 0x7f800000u));
}
