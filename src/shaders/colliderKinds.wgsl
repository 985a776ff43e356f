const SPHERE = 0u;
const PLANE = 1u;
