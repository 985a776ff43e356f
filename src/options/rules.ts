// Checked settings. A rule holds default, range and reason of an option once: for the check at creation, for the check when
// it is changed later, and for the message.

/** What a number may be. */
export interface NumberRule {
  readonly default: number;
  readonly min: number;
  /** Whether `min` itself is not allowed. */
  readonly above?: boolean;
  readonly max: number;
  readonly whole?: boolean;
  /** Whether Infinity is allowed. */
  readonly infinite?: boolean;
  /** Unit, or why the range ends there. Stands in brackets at the end of the message. */
  readonly note?: string;
}

/** What is either on or off. */
interface FlagRule {
  readonly default: boolean;
}

/** Rules by the name of the option; groups may hold groups. */
export interface Rules {
  readonly [name: string]: NumberRule | FlagRule | Rules;
}

/** Rules of numbers alone. */
export type NumberRules = Readonly<Record<string, NumberRule>>;

/** A group of options that can be changed at any time; each change is checked. */
export type Settings<R extends Rules> = {
  -readonly [K in keyof R as R[K] extends NumberRule | FlagRule ? K : never]: R[K] extends FlagRule ? boolean : number;
} & {
  readonly [K in keyof R as R[K] extends NumberRule | FlagRule ? never : K]: R[K] extends Rules
    ? Settings<R[K]>
    : never;
};

/** What a user gives for such a group: any part of it, and one number for both directions. */
export type SettingsInput<R extends Rules> = {
  -readonly [K in keyof R]?: R[K] extends FlagRule
    ? boolean
    : R[K] extends NumberRule
      ? number
      : R[K] extends Rules
        ? SettingsInput<R[K]> | (R[K] extends Directions ? number : never)
        : never;
};

/** Along u and along v: one number may stand for both. */
interface Directions {
  readonly warp: NumberRule;
  readonly weft: NumberRule;
}

/** Counts changes, so that whoever follows the settings sees that there was one. */
export interface ChangeCount {
  count: number;
}

/** An object that should be a group of options: names the cloth and the group in messages. */
export interface Subject {
  readonly cloth: string;
  readonly option: string;
}

/**
 * @param subject - The cloth and the option.
 * @param value - What was given.
 * @param allowed - What is allowed, for the end of "must be".
 * @returns A sentence that names all of them.
 */
export function complaint(subject: Subject, value: unknown, allowed: string): string {
  return `Cloth "${subject.cloth}": ${subject.option} is ${show(value)}, must be ${allowed}.`;
}

/**
 * @param subject - The cloth and the option.
 * @param value - What was given.
 * @param rule - What is allowed.
 * @returns The value.
 * @throws TypeError if it is no number, RangeError if it is outside the rule.
 */
export function checkNumber(subject: Subject, value: unknown, rule: NumberRule): number {
  if (typeof value !== "number") {
    throw new TypeError(complaint(subject, value, rangeOf(rule)));
  }
  const tooSmall = rule.above ? value <= rule.min : value < rule.min;
  const isNumber = Number.isFinite(value) || (rule.infinite === true && value === Infinity);
  if (!isNumber || tooSmall || value > rule.max || (rule.whole && !Number.isInteger(value))) {
    throw new RangeError(complaint(subject, value, rangeOf(rule)));
  }
  return value;
}

/**
 * @param subject - The cloth and the option.
 * @param value - What was given.
 * @param keys - Names that the object may have.
 * @returns The object.
 * @throws TypeError if it is no object or has another name.
 */
export function checkObject<K extends string>(
  subject: Subject,
  value: unknown,
  keys: readonly K[],
): Partial<Record<K, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(complaint(subject, value, `an object of ${keys.join(", ")}`));
  }
  for (const key of Object.keys(value)) {
    if (!(keys as readonly string[]).includes(key)) {
      throw new TypeError(`Cloth "${subject.cloth}": ${subject.option} has no ${key}; it has ${keys.join(", ")}.`);
    }
  }
  return value;
}

/**
 * @param subject - The cloth and the group.
 * @param rules - One a property.
 * @param given - Values by name; what is missing takes its default.
 * @param changes - Counts each change.
 * @returns An object whose properties are checked when they are set.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function createSettings<R extends Rules>(
  subject: Subject,
  rules: R,
  given: unknown,
  changes: ChangeCount,
): Settings<R> {
  const settings = {};
  const names = Object.keys(rules);
  const isPair = names.join() === "warp,weft";
  const values =
    isPair && typeof given === "number"
      ? { warp: given, weft: given }
      : checkObject<string>(subject, given === undefined ? {} : given, names);
  for (const name of names) {
    const own = { cloth: subject.cloth, option: `${subject.option}.${name}` };
    const rule = rules[name];
    if (!isRule(rule)) {
      const value = createSettings(own, rule, values[name], changes);
      Object.defineProperty(settings, name, { enumerable: true, value });
      continue;
    }
    let current = checkValue(own, values[name] ?? rule.default, rule);
    Object.defineProperty(settings, name, {
      enumerable: true,
      get: () => current,
      set: (value: unknown) => {
        current = checkValue(own, value, rule);
        changes.count++;
      },
    });
  }
  return settings as Settings<R>;
}

function isRule(rule: NumberRule | FlagRule | Rules): rule is NumberRule | FlagRule {
  return typeof rule.default === "number" || typeof rule.default === "boolean";
}

function checkValue(subject: Subject, value: unknown, rule: NumberRule | FlagRule): number | boolean {
  if (typeof rule.default === "number") {
    return checkNumber(subject, value, rule);
  }
  if (typeof value !== "boolean") {
    throw new TypeError(complaint(subject, value, "true or false"));
  }
  return value;
}

function rangeOf({ min, max, above, whole, infinite, note }: NumberRule): string {
  const kind = whole ? "a whole number" : infinite ? "a number" : "a finite number";
  const from = above ? `above ${min.toString()}` : `from ${min.toString()}`;
  const to = max === Infinity ? (above ? "" : " up") : `${above ? " and at most" : " to"} ${max.toString()}`;
  return `${kind} ${from}${to}${note ? ` (${note})` : ""}`;
}

function show(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `"${value}"`;
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    default:
      return String(value);
  }
}
