// Checked settings. A rule holds default, range, unit and reason of an option once: for the check at creation, for the check when
// it is changed later, for the message, and for the doc comment, which a test compares with its rule.
import { shown } from "../babylon/shown.js";

/** Which numbers are allowed. */
export interface NumberRange {
  readonly min: number;
  /** Whether `min` itself is not allowed. */
  readonly above?: boolean;
  readonly max: number;
  readonly whole?: boolean;
  /** Whether Infinity is allowed. */
  readonly infinite?: boolean;
  /** As the doc comment has it. */
  readonly unit?: string;
  /** In brackets at the end of the message, such as why the range ends there. Default the unit. */
  readonly note?: string;
}

/** What a number may be. */
export interface NumberRule extends NumberRange {
  readonly default: number;
}

/** What is a number or one of some words. */
interface WordedRule extends NumberRange {
  readonly default: number | string;
  readonly words: readonly string[];
}

/** What is either on or off. */
interface FlagRule {
  readonly default: boolean;
}

/** What is one of some words. */
interface ChoiceRule {
  readonly default: string;
  readonly names: readonly string[];
}

type Rule = NumberRule | WordedRule | FlagRule | ChoiceRule;

/** Rules by the name of the option; groups may hold groups. */
interface Rules {
  readonly [name: string]: Rule | Rules;
}

/** Rules of numbers alone. */
export type NumberRules = Readonly<Record<string, NumberRule>>;

/** Rules of a group of settings, one a member. */
export type RulesOf<S> = {
  readonly [K in keyof S]: S[K] extends string
    ? ChoiceRule
    : S[K] extends number
      ? NumberRule
      : S[K] extends number | string
        ? WordedRule
        : S[K] extends boolean
          ? FlagRule
          : RulesOf<S[K]>;
};

/** What a user gives for a group of settings: any part of it, and one number or word for both directions. */
export type SettingsInput<S> = S extends number | boolean | string
  ? S
  : S extends { readonly warp: number | string; readonly weft: number | string }
    ? S["warp"] | { -readonly [K in keyof S]?: S[K] }
    : { -readonly [K in keyof S]?: SettingsInput<S[K]> };

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
  return `Cloth "${subject.cloth}": ${subject.option} is ${shown(value)}, must be ${allowed}.`;
}

/**
 * @param given - What was given.
 * @param standard - What counts without it.
 * @returns One of them. Null was given, so checks refuse it.
 */
export function orDefault(given: unknown, standard: unknown): unknown {
  return given === undefined ? standard : given;
}

/**
 * @param subject - The cloth and the option.
 * @param value - What was given.
 * @param rule - What is allowed.
 * @returns The value.
 * @throws TypeError if it is no number, RangeError if it is outside the rule.
 */
export function checkNumber(
  subject: Subject,
  value: unknown,
  rule: NumberRange & Partial<Pick<WordedRule, "words">>,
): number {
  const allowed = allowedBy(rule);
  if (typeof value !== "number") {
    throw new TypeError(complaint(subject, value, allowed));
  }
  const tooSmall = rule.above ? value <= rule.min : value < rule.min;
  const isNumber = Number.isFinite(value) || (rule.infinite === true && value === Infinity);
  if (!isNumber || tooSmall || value > rule.max || (rule.whole && !Number.isInteger(value))) {
    throw new RangeError(complaint(subject, value, allowed));
  }
  return value;
}

/**
 * @param rule - Of a number.
 * @returns What is allowed, for messages.
 */
export function allowedBy(rule: NumberRange & Partial<Pick<WordedRule, "words">>): string {
  const { note = rule.unit, words = [] } = rule;
  const orWords = words.map((word) => ` or "${word}"`).join("");
  return `${rangeOf(rule)}${note === undefined ? "" : ` (${note})`}${orWords}`;
}

/**
 * @param subject - The cloth and the option.
 * @param given - What was given.
 * @param names - What is allowed.
 * @param orElse - What else is allowed, for the message.
 * @returns The name.
 * @throws TypeError if it is no string, RangeError if it is none of the names.
 */
export function checkChoice(subject: Subject, given: unknown, names: readonly string[], orElse = ""): string {
  const allowed = names.map((name) => `"${name}"`).join(", ") + orElse;
  if (typeof given !== "string") {
    throw new TypeError(complaint(subject, given, allowed));
  }
  if (!names.includes(given)) {
    throw new RangeError(complaint(subject, given, allowed));
  }
  return given;
}

/**
 * @param value - Anything.
 * @returns Whether it can be a group of options.
 */
export function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param subject - The cloth and the option.
 * @param value - What was given.
 * @param keys - Names that the object may have.
 * @param orElse - What else is allowed, for the message.
 * @returns The object.
 * @throws TypeError if it is no object or has another name.
 */
export function checkObject<K extends string>(
  subject: Subject,
  value: unknown,
  keys: readonly K[],
  orElse = "",
): Partial<Record<K, unknown>> {
  if (!isGroup(value)) {
    throw new TypeError(complaint(subject, value, `an object of ${keys.join(", ")}${orElse}`));
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
 * @param rules - One a member.
 * @param given - What the user gave; what is missing takes its default.
 * @returns All members.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function checkSettings<S>(subject: Subject, rules: RulesOf<S>, given: unknown): S {
  return checkGroup(subject, rules, given) as S;
}

function checkGroup(subject: Subject, rules: Rules, given: unknown = {}): object {
  const names = Object.keys(rules);
  const isPair = names.join() === "warp,weft";
  const values =
    isPair && (typeof given === "number" || typeof given === "string")
      ? { warp: given, weft: given }
      : checkObject<string>(subject, given, names, isPair ? " or one value for both" : "");
  return Object.fromEntries(
    names.map((name) => {
      const [own, rule] = [memberOf(subject, name), rules[name]];
      return [
        name,
        isRule(rule)
          ? checkValue(own, orDefault(values[name], rule.default), rule)
          : checkGroup(own, rule, values[name]),
      ];
    }),
  );
}

/**
 * @param subject - The cloth and the group.
 * @param rules - One a member.
 * @param values - All members, checked.
 * @param changes - Counts each change.
 * @param checkAll - Throws if its members do not go together; asked before one of them, not a member of a group in it, changes.
 * @returns A group whose members are checked when they are set.
 */
export function createSettings<S>(
  subject: Subject,
  rules: RulesOf<S>,
  values: S,
  changes: ChangeCount,
  checkAll: (values: S) => void = () => undefined,
): S {
  const check = (next: object): void => {
    checkAll(next as S);
  };
  return createGroup(subject, rules, values as Readonly<Record<string, unknown>>, changes, check) as S;
}

function createGroup(
  subject: Subject,
  rules: Rules,
  values: Readonly<Record<string, unknown>>,
  changes: ChangeCount,
  checkAll: (values: object) => void = () => undefined,
): object {
  const settings = createFixed(subject);
  for (const [name, rule] of Object.entries(rules)) {
    const own = memberOf(subject, name);
    if (!isRule(rule)) {
      const group = createGroup(own, rule, values[name] as typeof values, changes);
      addPart(settings, own, name, () => group, Object.keys(rule));
      continue;
    }
    let current = values[name];
    Object.defineProperty(settings, name, {
      enumerable: true,
      get: () => current,
      set: (value: unknown) => {
        const next = checkValue(own, value, rule);
        checkAll({ ...settings, [name]: next });
        // Some set theirs anew in each frame, and a cloth that sleeps would never do so.
        changes.count += Number(next !== current);
        current = next;
      },
    });
  }
  return settings;
}

/**
 * An object that refuses members that it does not have, also in scripts where the language does not. Only those reach its prototype, so that
 * members cost nothing more.
 */
function createFixed({ cloth, option }: Subject): object {
  const refusal = new Proxy(
    {},
    {
      set: (_, name, __, settings: object) => {
        const names = Object.keys(settings).join(", ");
        throw new TypeError(`Cloth "${cloth}": ${option} has no ${String(name)}; it has ${names}.`);
      },
    },
  );
  return Object.create(refusal) as object;
}

/**
 * Adds a member that has members of its own, and cannot be replaced.
 *
 * @param settings - Get it.
 * @param subject - The cloth and the member.
 * @param name - Of the member.
 * @param read - Gives the member.
 * @param names - Of its own members, for the message.
 */
export function addPart(
  settings: object,
  subject: Subject,
  name: string,
  read: () => object,
  names: readonly string[],
): void {
  Object.defineProperty(settings, name, {
    enumerable: true,
    get: read,
    set: () => {
      throw new TypeError(
        `Cloth "${subject.cloth}": ${subject.option} cannot be replaced; set its ${names.join(", ")}.`,
      );
    },
  });
}

function memberOf({ cloth, option }: Subject, name: string): Subject {
  return { cloth, option: `${option}.${name}` };
}

function isRule(rule: Rule | Rules): rule is Rule {
  return ["number", "boolean", "string"].includes(typeof rule.default);
}

function checkValue(subject: Subject, value: unknown, rule: Rule): number | string | boolean {
  if ("names" in rule) {
    return checkChoice(subject, value, rule.names);
  }
  if ("min" in rule) {
    const word = "words" in rule ? rule.words.find((one) => one === value) : undefined;
    return word ?? checkNumber(subject, value, rule);
  }
  if (typeof value !== "boolean") {
    throw new TypeError(complaint(subject, value, "true or false"));
  }
  return value;
}

/**
 * @param range - Which numbers are allowed.
 * @returns The same in words, for messages and doc comments.
 */
export function rangeOf({ min, max, above, whole, infinite }: NumberRange): string {
  const kind = whole ? "a whole number" : infinite ? "a number" : "a finite number";
  if (min === -Infinity && max === Infinity) {
    return kind;
  }
  const from = above ? `above ${min.toString()}` : `from ${min.toString()}`;
  const to = max === Infinity ? (above ? "" : " up") : `${above ? " and at most" : " to"} ${max.toString()}`;
  return `${kind} ${from}${to}`;
}
