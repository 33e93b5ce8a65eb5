import type { Context } from '#server/context'
import { type Payable, findPayable, type AmountDue } from '#server/platform/payable'

/**
 * Returns what the caller may pay for a payable; undefined if there is none. A part of an invoice may pay for a payable
 * of another room, such as a booking. Then the id, sum and `kind` are those of that payable, and the reference, contact
 * and `part` are those of the invoice.
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
  const { name, phone, email, kind, part } = named
  const refusal = named.refusal ?? thing.refusal
  return { ...thing, reference: named.reference, name, phone, email, refusal, kind, part }
}

/**
 * Returns the argument for the SQL function that fulfils a payable (`fulfils` in `payable_kind`). The room of the
 * payable makes it (`makeGoods`).
 */
export function makeFulfilmentInput(
  ctx: Pick<Context, 'payables' | 'config'>,
  { id, kind }: AmountDue,
  payable: Payable,
): object {
  return (findPayable(ctx, kind ?? payable.kind) ?? payable).makeGoods(ctx.config, id)
}
