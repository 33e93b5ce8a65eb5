/**
 * Returns a stored draft in the form's shape: a value that is missing, or of another type than in `initial`, is
 * replaced by that of `initial`. Fields that are only in the draft stay. Undefined if there is no draft, or nothing of
 * it is usable.
 */
export function repairDraft<T>(initial: T, kept: unknown): T | undefined {
  if (kept === undefined || initial === undefined || initial === null)
    return kept === undefined ? undefined : (kept as T)
  if (!isSameKind(initial, kept)) return undefined
  if (Array.isArray(initial)) {
    const [first] = initial as unknown[]
    const items = (kept as unknown[]).map((item) => repairDraft(first, item))
    return items.filter((item) => item !== undefined) as T
  }
  if (typeof initial !== 'object') return kept as T
  const repaired: Record<string, unknown> = { ...(kept as object) }
  for (const [name, usual] of Object.entries(initial))
    repaired[name] = repairDraft(usual, repaired[name]) ?? usual
  return repaired as T
}

const isSameKind = (one: unknown, other: unknown) =>
  typeof one === typeof other && other !== null && Array.isArray(one) === Array.isArray(other)
