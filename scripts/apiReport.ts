// The public API as text: a line for each member of each export, so that a change of it is seen in review.
//   npm run api             writes docs/api-report.md
//   npm run api -- --check  fails if that file is stale
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Entries of the package, by the name that users import. */
const ENTRIES: Readonly<Record<string, string>> = {
  "babylon-cloth": "src/index.ts",
  "babylon-cloth/inspector": "src/inspector/index.ts",
};
/** Where the report is, from the root of the repository. */
export const REPORT = "docs/api-report.md";
const HEADER = `# Public API

Made by \`npm run api\` from the sources. Do not edit. Each line is an export or one of its members, without what a class has from Babylon.
`;

const { SymbolFlags, TypeFlags } = ts;
const MEMBERS = SymbolFlags.Property | SymbolFlags.Accessor | SymbolFlags.Method;
const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/**
 * @param root - Of a repository.
 * @returns The report.
 * @throws Error if the configuration of TypeScript cannot be read.
 */
export function apiReport(root: string): string {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.build.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, " "));
      },
    },
  );
  const files = Object.values(ENTRIES).map((file) => join(root, file));
  const program = ts.createProgram(files, config?.options ?? {});
  const checker = program.getTypeChecker();
  const exportsOf = (file: string): ts.Symbol[] => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    return (module ? checker.getExportsOfModule(module) : []).map((symbol) =>
      symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    );
  };
  const describe = describer(checker, resolve(root, "src") + sep, new Set(files.flatMap(exportsOf)));
  const sections = Object.keys(ENTRIES).map((name, i) => {
    const exported = [...exportsOf(files[i])].sort((a, b) => compare(a.name, b.name));
    const blocks = exported.map((symbol) => describe(symbol).join("\n"));
    return `## ${name}\n\n\`\`\`text\n${blocks.join("\n\n")}\n\`\`\``;
  });
  return `${HEADER}\n${sections.join("\n\n")}\n`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * @param checker - Of the program.
 * @param source - Folder of the sources, with a separator at its end. What is declared elsewhere is not ours.
 * @param exported - All exports.
 * @returns Lines for an export.
 */
function describer(
  checker: ts.TypeChecker,
  source: string,
  exported: ReadonlySet<ts.Symbol>,
): (symbol: ts.Symbol) => string[] {
  const isOurNode = (node: ts.Node): boolean => resolve(node.getSourceFile().fileName).startsWith(source);
  const isOurs = (symbol: ts.Symbol): boolean => symbol.declarations?.some(isOurNode) ?? false;
  const isLibrary = (symbol: ts.Symbol): boolean =>
    symbol.declarations?.every((node) => /[\\/]typescript[\\/]lib[\\/]/.test(node.getSourceFile().fileName)) ?? false;
  const isPublic = (symbol: ts.Symbol): boolean =>
    !symbol.getJsDocTags(checker).some(({ name }) => name === "internal") &&
    !symbol.declarations?.some((node) => ts.getCombinedModifierFlags(node) & HIDDEN);

  const aliases = new Map(
    [...exported]
      .filter(({ flags }) => flags & SymbolFlags.TypeAlias)
      .map((symbol) => [checker.getDeclaredTypeOfSymbol(symbol), symbol.name] as const),
  );
  const isPublicConstructor = (node: ts.SignatureDeclaration | ts.JSDocSignature): boolean =>
    !ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal") &&
    !(ts.getCombinedModifierFlags(node) & HIDDEN);

  /** What an alias stands for is of no interest: names of exports and of others' classes stay, all else is written out. */
  function nameOf(type: ts.Type): string | null {
    const named = aliases.get(type);
    const alias = type.aliasSymbol;
    if (named !== undefined) {
      return named;
    }
    if (alias && (exported.has(alias) || !(isOurs(alias) || isLibrary(alias) || type.isUnion()))) {
      return alias.name + listOf(type.aliasTypeArguments);
    }
    const { symbol } = type as { symbol?: ts.Symbol };
    if (!symbol || !(symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.TypeParameter))) {
      return null;
    }
    const isClassItself = (symbol.flags & SymbolFlags.Class) !== 0 && !type.isClassOrInterface();
    const given = checker.getTypeArguments(type as ts.TypeReference);
    const isReference = Boolean(type.flags & TypeFlags.Object) && "target" in type;
    return isClassItself && !isReference
      ? `typeof ${symbol.name}`
      : symbol.name + listOf(isReference ? given.filter((argument) => !isThis(argument)) : []);
  }

  function isThis(type: ts.Type): boolean {
    return Boolean((type as ts.TypeParameter & { isThisType?: boolean }).isThisType);
  }

  function listOf(types: readonly ts.Type[] = []): string {
    return types.length > 0 ? `<${types.map((type) => text(type)).join(", ")}>` : "";
  }

  function text(type: ts.Type, isItself = false): string {
    if (checker.isArrayType(type)) {
      const isReadonly = type.symbol.name === "ReadonlyArray";
      const element = text(checker.getTypeArguments(type as ts.TypeReference)[0]);
      return `${isReadonly ? "readonly " : ""}${/[ ]/.test(element) && !/^\{.*\}$/.test(element) ? `(${element})` : element}[]`;
    }
    const name = isItself ? null : nameOf(type);
    if (name !== null) {
      return name;
    }
    if (type.isUnion() && !(type.flags & TypeFlags.Boolean)) {
      return unionOf(type.types.map((part) => text(part)));
    }
    const isObject = Boolean(type.flags & TypeFlags.Object) || (type.isIntersection() && type.types.every(isAnonymous));
    if (!isObject || checker.isTupleType(type)) {
      return type.isIntersection()
        ? [...new Set(type.types.map((part) => text(part)))].sort(compare).join(" & ")
        : checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    }
    const signatures = type.getCallSignatures();
    const members = [
      ...indicesOf(type).map(({ member, isReadonly }) => `${isReadonly ? "readonly " : ""}${member}`),
      ...[...type.getProperties()].sort((a, b) => compare(a.name, b.name)).map((member) => memberOf(member)),
    ];
    return signatures.length > 0 && members.length === 0
      ? signatures.map((signature) => signatureOf(signature, " => ")).join(" & ")
      : `{ ${members.join("; ")} }`.replace("{  }", "{}");
  }

  function indicesOf(type: ts.Type): { readonly member: string; readonly isReadonly: boolean }[] {
    return checker
      .getIndexInfosOfType(type)
      .map(({ keyType, type: value, isReadonly }) => ({ member: `[${text(keyType)}]: ${text(value)}`, isReadonly }));
  }

  function isAnonymous(type: ts.Type): boolean {
    return Boolean(type.flags & TypeFlags.Object) && nameOf(type) === null;
  }

  /** In the order of the alphabet: that of TypeScript depends on what it saw first. */
  function unionOf(parts: readonly string[]): string {
    const isBoolean = parts.includes("true") && parts.includes("false");
    const others = parts.filter((part) => !(isBoolean && /^(true|false)$/.test(part)));
    const shown = new Set(
      [...others, ...(isBoolean ? ["boolean"] : [])].map((part) => (part.includes("=>") ? `(${part})` : part)),
    );
    return [...shown].sort(compare).join(" | ");
  }

  function signatureOf(signature: ts.Signature, arrow: string): string {
    const parameters = signature.parameters.map((parameter) => {
      const node = parameter.valueDeclaration as ts.ParameterDeclaration | undefined;
      const isOptional = node !== undefined && (node.questionToken !== undefined || node.initializer !== undefined);
      const name = node && !ts.isIdentifier(node.name) ? "options" : parameter.name;
      return `${node?.dotDotDotToken ? "..." : ""}${name}${isOptional ? "?" : ""}: ${typeOf(parameter, isOptional)}`;
    });
    const generics = (signature.typeParameters ?? []).map((type) => {
      const limit = type.getConstraint();
      return type.symbol.name + (limit ? ` extends ${text(limit)}` : "");
    });
    const list = generics.length > 0 ? `<${generics.join(", ")}>` : "";
    return `${list}(${parameters.join(", ")})${arrow}${text(signature.getReturnType())}`;
  }

  function typeOf(symbol: ts.Symbol, isOptional: boolean): string {
    const name = writtenName(symbol);
    if (name !== null) {
      return name;
    }
    const type = checker.getTypeOfSymbol(symbol);
    if (!isOptional || !type.isUnion()) {
      return text(type);
    }
    // With undefined, a type has lost its name.
    const node = symbol.flags & SymbolFlags.Transient ? undefined : writtenType(symbol.valueDeclaration);
    return node
      ? text(checker.getTypeFromTypeNode(node))
      : unionOf(type.types.map((part) => text(part)).filter((part) => part !== "undefined"));
  }

  /** Two exports may stand for the same type: the one that is written counts. */
  function writtenName(symbol: ts.Symbol): string | null {
    const node = symbol.flags & SymbolFlags.Transient ? undefined : writtenType(symbol.valueDeclaration);
    const written = node && ts.isTypeReferenceNode(node) ? checker.getSymbolAtLocation(node.typeName) : undefined;
    const alias = written && written.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(written) : written;
    return alias && alias.flags & SymbolFlags.TypeAlias && exported.has(alias) ? alias.name : null;
  }

  function writtenType(node: ts.Declaration | undefined): ts.TypeNode | undefined {
    return node && (ts.isParameter(node) || ts.isPropertySignature(node) || ts.isPropertyDeclaration(node))
      ? node.type
      : undefined;
  }

  function isReadonly(symbol: ts.Symbol): boolean {
    if (symbol.flags & SymbolFlags.Accessor) {
      return !(symbol.flags & SymbolFlags.SetAccessor);
    }
    // What a mapped type or an intersection makes says so itself; what is declared, where it is declared.
    const { links, valueDeclaration } = symbol as ts.Symbol & { links?: { checkFlags?: number } };
    const isDeclaredSo = valueDeclaration && ts.getCombinedModifierFlags(valueDeclaration) & ts.ModifierFlags.Readonly;
    return Boolean((links?.checkFlags ?? 0) & MAPPED_READONLY || isDeclaredSo);
  }

  /** Such as `stretch?: number`, within braces. */
  function memberOf(symbol: ts.Symbol): string {
    const isOptional = Boolean(symbol.flags & SymbolFlags.Optional);
    return `${isReadonly(symbol) ? "readonly " : ""}${symbol.name}${isOptional ? "?" : ""}: ${typeOf(symbol, isOptional)}`;
  }

  /** Such as `ClothMesh.wind: Vector3 (readonly)`: more than one line for a method of several signatures. */
  function linesOf(owner: string, symbol: ts.Symbol, isStatic: boolean): string[] {
    const isOptional = Boolean(symbol.flags & SymbolFlags.Optional);
    const name = `${owner}.${symbol.name}${isOptional ? "?" : ""}`;
    if (symbol.flags & SymbolFlags.Method) {
      return checker
        .getTypeOfSymbol(symbol)
        .getCallSignatures()
        .map((signature) => `${name}${signatureOf(signature, ": ")}${notes(isStatic && "static")}`);
    }
    const written = symbol.declarations?.find(ts.isSetAccessor)?.parameters[0].type;
    const taken = written && text(checker.getTypeFromTypeNode(written));
    const type = typeOf(symbol, isOptional);
    return [
      `${name}: ${type}${notes(
        isStatic && "static",
        isReadonly(symbol) && "readonly",
        taken !== undefined && taken !== type && `takes ${taken}`,
      )}`,
    ];
  }

  function notes(...given: readonly (string | false)[]): string {
    const shown = given.filter((note) => typeof note === "string");
    return shown.length > 0 ? ` (${shown.join(", ")})` : "";
  }

  function membersOf(owner: string, type: ts.Type, isStatic = false): string[] {
    return [...type.getProperties()]
      .filter((symbol) => symbol.flags & MEMBERS && isOurs(symbol) && isPublic(symbol))
      .sort((a, b) => compare(a.name, b.name))
      .flatMap((symbol) => linesOf(owner, symbol, isStatic));
  }

  /** Bases of our own are not named: their members are those of the class. */
  function baseOf(type: ts.Type): string {
    const [base] = checker.getBaseTypes(type as ts.InterfaceType) as (ts.Type | undefined)[];
    return base === undefined ? "" : isOurs(base.symbol) ? baseOf(base) : ` extends ${text(base)}`;
  }

  return (symbol) => {
    const { name, flags } = symbol;
    if (flags & SymbolFlags.Function) {
      return checker
        .getTypeOfSymbol(symbol)
        .getCallSignatures()
        .map((signature) => `function ${name}${signatureOf(signature, ": ")}`);
    }
    if (flags & SymbolFlags.Variable) {
      const type = checker.getTypeOfSymbol(symbol);
      return isAnonymous(type) ? [`const ${name}`, ...membersOf(name, type)] : [`const ${name}: ${text(type)}`];
    }
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (flags & SymbolFlags.Class) {
      const statics = checker.getTypeOfSymbol(symbol);
      const constructors = statics
        .getConstructSignatures()
        .filter(({ declaration }) => declaration && isOurNode(declaration) && isPublicConstructor(declaration))
        .map((signature) => `new ${name}${signatureOf(signature, ": ")}`);
      return [
        `class ${name}${baseOf(type)}`,
        ...constructors,
        ...membersOf(name, statics, true),
        ...membersOf(name, type),
      ];
    }
    const isGroup =
      Boolean(type.flags & TypeFlags.Object || type.isIntersection()) && type.getCallSignatures().length === 0;
    const indices = indicesOf(type).map(
      ({ member, isReadonly }) => `${name}${member}${notes(isReadonly && "readonly")}`,
    );
    return isGroup ? [`type ${name}`, ...indices, ...membersOf(name, type)] : [`type ${name} = ${text(type, true)}`];
  };
}

/** TypeScript's CheckFlags.Readonly, which it does not export. */
const MAPPED_READONLY = 8;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = apiReport(process.cwd());
  const isCheck = process.argv.includes("--check");
  if (!isCheck) {
    writeFileSync(REPORT, report);
  } else if (readFileSync(REPORT, "utf8").replaceAll("\r\n", "\n") !== report) {
    console.error(`${REPORT} is stale: run "npm run api" and look at what changed.`);
    process.exit(1);
  }
}
