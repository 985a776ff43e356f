/// What is fast at full resolution searches again after so many substeps.
const SEARCH_SUBSTEPS = 2u;
