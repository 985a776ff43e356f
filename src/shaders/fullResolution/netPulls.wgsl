// What stitches of cloths at full resolution pull with, and what they are to close.
// needs: pulls, seamPulls, sewn

fn pullOf(row: u32) -> vec3f {
  return pulls[row].xyz;
}

fn setPull(row: u32, pull: vec3f) {
  pulls[row] = vec4f(pull, 0.0);
}

fn toClose(row: u32) -> vec3f {
  return pulls[sewn.rowCount + row].xyz;
}

fn setToClose(row: u32, gap: vec3f) {
  pulls[sewn.rowCount + row] = vec4f(gap, 0.0);
}

fn seamPullAt(place: u32) -> vec4f {
  return seamPulls[place];
}

fn setSeamPull(place: u32, pull: vec4f) {
  seamPulls[place] = pull;
}
