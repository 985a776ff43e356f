// The nearest of what a search meets, in their order.
// needs: NEAREST

/// Square of the distance of what is not there [m2].
const FAR = 1e30;

var<private> squares: array<f32, NEAREST>;
var<private> others: array<u32, NEAREST>;

fn clearNearest(nothing: u32) {
  for (var at = 0u; at < NEAREST; at++) {
    squares[at] = FAR;
    others[at] = nothing;
  }
}

/// No index depends on what is found, so that both arrays stay in registers: a search took up to twice as long when they were indexed freely. Of
/// those that are equally near, the one that was found first comes first, or with `isByNumber` the one with the lower number: then the order
/// of a search does not matter.
fn insertNearest(squared: f32, other: u32, isByNumber: bool) {
  var moved = squared;
  var movedOther = other;
  var isIn = false;
  for (var at = 0u; at < NEAREST; at++) {
    let here = squares[at];
    let hereOther = others[at];
    isIn = isIn || moved < here || (isByNumber && moved == here && movedOther < hereOther);
    squares[at] = select(here, moved, isIn);
    others[at] = select(hereOther, movedOther, isIn);
    moved = select(moved, here, isIn);
    movedOther = select(movedOther, hereOther, isIn);
  }
}
