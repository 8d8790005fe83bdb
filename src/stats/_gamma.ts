const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);
const stirling = (z: number): number => (z - 0.5) * Math.log(z) - z + HALF_LOG_2PI;

/**
 * What Stirling's formula lacks: ln Γ(z) − ((z − ½) ln z − z + ½ ln 2π), z > 0.
 * Sums of ln Γ lose digits to large terms that cancel; these small rests do not (NIST DLMF 5.11.1).
 */
export function stirlingRest(z: number): number {
  let product = 1;
  let far = z;
  for (; far < 16; far++) product *= far;
  const w = 1 / (far * far);
  const rest =
    (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - (w * 691) / 360360))))) / far;
  return far === z ? rest : rest + stirling(far) - Math.log(product) - stirling(z);
}

export const LOG_2PI = 2 * HALF_LOG_2PI;
