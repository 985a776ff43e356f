// How much memory the distance fields of a scene take.
import type { ClothCollider } from "./clothCollider.js";
import { MAX_FIELD_BYTES, megabytes } from "./distanceField.js";

/** The fields of all cloths of a scene are in one buffer, and the middle of a frame is no place to find its end. */
export class FieldBudget {
  private readonly _lists = new Set<readonly ClothCollider[]>();

  /**
   * @param colliders - Those of a cloth, or of the scene: what is in the list counts from now on.
   */
  public count(colliders: readonly ClothCollider[]): void {
    if (colliders.length > 0) {
      this._lists.add(colliders);
    } else {
      this._lists.delete(colliders);
    }
  }

  /**
   * @param added - Colliders that are not there yet.
   * @param removed - Those that go for them.
   * @returns Why the fields of those that are added do not fit beside all others of the scene, where shared fields count once; null if they do.
   */
  public refuses(added: readonly ClothCollider[], removed: readonly ClothCollider[] = []): string | null {
    const kept = [...this._lists].flat().filter((collider) => !removed.includes(collider));
    const fields = new Set([...kept, ...added].flatMap(({ field }) => field ?? []));
    const bytes = [...fields].reduce((sum, field) => sum + field.bytes, 0);
    return added.some(({ field }) => field) && bytes > MAX_FIELD_BYTES
      ? `the scene would hold ${megabytes(bytes)} of distance fields, must be at most ${megabytes(MAX_FIELD_BYTES)}; give a lower resolution`
      : null;
  }
}
