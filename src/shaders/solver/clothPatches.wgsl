// Patches of cloths that meet others: particles that are looked at together, and that share a box. At full resolution a patch is a tile of
// the net, whose box is small. Of a control grid it is GROUP particles that follow each other. The host cuts cloths into them: contactPatches.ts.
// needs: patches

/// Most particles of a patch.
const GROUP = 64u;

/// Of the cloth: particle `k` of a patch.
fn particleIn(patchIndex: u32, k: u32) -> u32 {
  let columns = patches[patchIndex].columns;
  return patches[patchIndex].first + k / columns * patches[patchIndex].countU + k % columns;
}
