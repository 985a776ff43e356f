/**
 * A plugin of TypeDoc. Some members say `{@inheritDoc Mesh.dispose}` of a class of Babylon, which is not in these pages: what is
 * there instead is the name of the member that they override.
 */
import { Converter } from "typedoc";

/** Before TypeDoc looks for what is inherited. */
const FIRST = 1000;
const TAG = "@inheritDoc";

/** @param {import("typedoc").Application} app - TypeDoc. */
export function load(app) {
  app.converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    ({ project }) => {
      for (const { comment } of Object.values(project.reflections)) {
        // TypeDoc itself gives setters a tag without a name.
        if (comment) comment.summary = comment.summary.flatMap((part) => (isNamed(part) ? saysWhere(part) : [part]));
      }
    },
    FIRST,
  );
}

function isNamed({ tag, text }) {
  return tag === TAG && text.trim() !== "";
}

/** @returns {import("typedoc").CommentDisplayPart[]} A text in place of the tag. */
function saysWhere({ text }) {
  return [
    { kind: "text", text: "See Babylon's " },
    { kind: "code", text: `\`${text.trim()}\`` },
    { kind: "text", text: "." },
  ];
}
