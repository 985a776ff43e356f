// Checks that every WGSL file says where its names come from.
import { directIncludes, includesOf, kernelSuffix, namesOf, needsOf, textOf, type WgslTexts } from "./wgslTexts.js";

/**
 * An include may use what it declares, what it includes, and what its line `// needs:` asks of the kernels.
 *
 * @param texts - All files.
 * @returns What is wrong, a message each: the file, the name and the remedy. Empty if nothing is.
 */
export function checkNeeds(texts: WgslTexts): string[] {
  return [...texts.keys()].flatMap((file) =>
    file.endsWith(kernelSuffix) ? checkKernel(texts, file) : checkInclude(texts, file),
  );
}

function checkInclude(texts: WgslTexts, file: string): string[] {
  const { declared, used } = namesOf(textOf(texts, file));
  const included = namesIncludedBy(texts, file);
  const needs = needsOf(textOf(texts, file));
  const missing = [...used].filter((name) => !included.has(name) && !needs.includes(name));
  return [
    ...missing.map((name) => {
      const owner = includeThatDeclares(texts, name);
      const remedy = owner ? `add #include<${owner}>` : `add ${name} to its line "// needs:"`;
      return `${file} uses ${name}, which it neither declares nor includes: ${remedy}.`;
    }),
    ...needs.flatMap((name, i) => {
      const remedy = `: remove ${name} from its line "// needs:".`;
      if (needs.indexOf(name) !== i) return [`${file} needs ${name} twice${remedy}`];
      if (declared.has(name)) return [`${file} needs ${name}, but declares it${remedy}`];
      if (included.has(name)) return [`${file} needs ${name}, but includes it${remedy}`];
      return used.has(name) ? [] : [`${file} needs ${name}, but does not use it${remedy}`];
    }),
    ...checkIncludes(texts, file),
  ];
}

function checkKernel(texts: WgslTexts, file: string): string[] {
  const { declared, used } = namesOf(textOf(texts, file));
  const provided = new Set([...declared, ...namesIncludedBy(texts, file)]);
  const asked = includesOf(texts, file).flatMap((include) =>
    needsOf(textOf(texts, `${include}.wgsl`))
      .filter((name) => !provided.has(name))
      .map((name) => `${file} includes ${include}.wgsl, which needs ${name}: declare ${name} or include it.`),
  );
  const missing = [...used].filter((name) => !provided.has(name));
  return [
    ...asked,
    ...missing.map((name) => `${file} uses ${name}, which it neither declares nor includes: add an #include.`),
    ...checkIncludes(texts, file),
  ];
}

/** An include that is there for nothing. */
function checkIncludes(texts: WgslTexts, file: string): string[] {
  const all = includesOf(texts, file);
  const wanted = new Set([
    ...namesOf(textOf(texts, file)).used,
    ...all.flatMap((each) => needsOf(textOf(texts, `${each}.wgsl`))),
  ]);
  return directIncludes(textOf(texts, file))
    .filter(
      (include) =>
        ![include, ...includesOf(texts, `${include}.wgsl`)].some((each) => declaresSome(texts, each, wanted)),
    )
    .map((include) => `${file} includes ${include}.wgsl, but uses nothing of it: remove the #include.`);
}

function declaresSome(texts: WgslTexts, include: string, wanted: ReadonlySet<string>): boolean {
  return [...namesOf(textOf(texts, `${include}.wgsl`)).declared].some((name) => wanted.has(name));
}

function namesIncludedBy(texts: WgslTexts, file: string): Set<string> {
  return new Set(includesOf(texts, file).flatMap((name) => [...namesOf(textOf(texts, `${name}.wgsl`)).declared]));
}

/** The only one; what several declare, as sizes that kernels choose, is no include's. */
function includeThatDeclares(texts: WgslTexts, name: string): string | null {
  const owners = [...texts].filter(([, text]) => namesOf(text).declared.has(name)).map(([file]) => file);
  return owners.length === 1 && !owners[0].endsWith(kernelSuffix) ? owners[0].slice(0, -".wgsl".length) : null;
}
