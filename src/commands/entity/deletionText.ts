import type { Entity } from '#contract/schema/entity.ts'
import { text } from '../../data/language.ts'

/** Key of what deleting such records means, where it has a text of its own. */
export function deletionText({ name }: Entity): string | undefined {
  const key = `confirm.delete.${name}`
  return text(key) === key ? undefined : key
}
