/** Where a box of a picture stands, whatever the size that the picture is shown in. */
export function placed(box: readonly number[], [width, height]: readonly [number, number]) {
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  return {
    left: `${(100 * left) / width}%`,
    top: `${(100 * top) / height}%`,
    width: `${(100 * (right - left)) / width}%`,
    height: `${(100 * (bottom - top)) / height}%`,
  };
}
