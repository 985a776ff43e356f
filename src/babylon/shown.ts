/**
 * @param value - Anything that a user gave.
 * @returns The value in words, for messages; a node of the scene by its class and name, a vector by its numbers.
 */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `"${value}"`;
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : shownObject(value);
    default:
      return String(value);
  }
}

function shownObject(value: object): string {
  const { name, getClassName, asArray } = value as {
    name?: unknown;
    getClassName?: () => string;
    asArray?: () => number[];
  };
  if (typeof asArray === "function") {
    return `(${asArray.call(value).map(String).join(", ")})`;
  }
  return typeof name === "string" && typeof getClassName === "function"
    ? `the ${getClassName.call(value)} "${name}"`
    : "an object";
}
