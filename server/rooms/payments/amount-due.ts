import type { Context } from '#server/context'
import { type Payable, findPayable, type AmountDue } from '#server/platform/payable'

/**
 * A thing that the caller may pay. For an invoice part about a thing of another room, that room answers, and the kind
 * is the thing's own; its name in calls stays the invoice's.
 */
export async function findAmountDue(
  ctx: Pick<Context, 'payables' | 'actor'>,
  db: Context['db'],
  payable: Payable,
  { reference, lock = false }: { reference: string; lock?: boolean },
): Promise<AmountDue | undefined> {
  const named = await payable.find(db, reference, ctx.actor, { lock })
  if (named?.kind === undefined || named.kind === payable.kind) return named
  const thing = await findPayable(ctx, named.kind)?.findById?.(db, named.id, { lock })
  if (thing === undefined) return undefined
  const { name, phone, email, kind } = named
  const refusal = named.refusal ?? thing.refusal
  return { ...thing, reference: named.reference, name, phone, email, refusal, kind }
}

/** The argument of a payable's `fulfils` function, made by its room. */
export function makeGoods(
  ctx: Pick<Context, 'payables' | 'config'>,
  { id, kind }: AmountDue,
  payable: Payable,
): object {
  return (findPayable(ctx, kind ?? payable.kind) ?? payable).makeGoods(ctx.config, id)
}
