import { inspectorPackages } from "./inspectorPackages.js";

const { useEffect, useState } = inspectorPackages().react;

/** How often what is shown is looked at again [ms]. */
const INTERVAL = 250;

/**
 * A hook: a value that nothing tells the changes of.
 *
 * @param target - What it is of.
 * @param get - The same function every time; equal values are the same ones.
 * @returns The value, at most a quarter of a second old.
 */
export function useShown<T, V>(target: T, get: (target: T) => V): V {
  const [value, setValue] = useState(() => get(target));
  useEffect(() => {
    const look = (): void => setValue(() => get(target));
    look();
    const timer = setInterval(look, INTERVAL);
    return () => clearInterval(timer);
  }, [target, get]);
  return value;
}
