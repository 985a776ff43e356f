/**
 * Solves a symmetric, positive definite system by the root-free Cholesky factors (Golub and Van Loan, Matrix Computations, 4.1.2).
 *
 * @param matrix - Shape [right.length, right.length], of which the lower triangle counts; overwritten by its factors.
 * @param right - Overwritten by the solution.
 * @returns `right`.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  for (let j = 0; j < n; j++) {
    for (let i = j + 1; i < n; i++) {
      const factor = matrix[n * i + j] / matrix[n * j + j];
      for (let k = i; k < n; k++) {
        matrix[n * k + i] -= factor * matrix[n * k + j];
      }
      right[i] -= factor * right[j];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    right[i] /= matrix[n * i + i];
    for (let k = 0; k < i; k++) {
      right[k] -= matrix[n * i + k] * right[i];
    }
  }
  return right;
}
