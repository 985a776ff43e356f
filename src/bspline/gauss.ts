/** Places and weights of three-point Gauss quadrature on [0, 1]: exact for the product of two quadratic pieces. */
export const gauss = [
  { at: 0.5 - Math.sqrt(0.15), weight: 5 / 18 },
  { at: 0.5, weight: 8 / 18 },
  { at: 0.5 + Math.sqrt(0.15), weight: 5 / 18 },
];
