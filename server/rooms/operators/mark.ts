import { createHash } from 'node:crypto'
import { type Input, type Output, makeCallUrl } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import * as endpoints from '#contract/operators/endpoints'
import type { Context } from '#server/context'
import { reencodeLogo } from '#server/platform/photos'
import { findLogo, saveLogo } from './mark-repository.ts'
import { deskActorChecks } from './service.ts'

/** Re-encodes an operator's logo with `reencodeLogo`. Throws what that throws, for the field `mark`. */
export async function encodeLogo(
  ctx: Context,
  { mark }: Input<typeof endpoints.setOperatorMark>,
): Promise<Buffer> {
  deskActorChecks.operator(ctx)
  return reencodeLogo(ctx, mark, 'mark')
}

/** Stores an encoded picture as the logo of the caller's operator. */
export async function setOperatorMark(
  ctx: Context,
  _input: Input<typeof endpoints.setOperatorMark>,
  webp: Buffer,
): Promise<Output<typeof endpoints.setOperatorMark>> {
  const { operator_id } = deskActorChecks.operator(ctx)
  const version = createHash('sha256').update(webp).digest('hex').slice(0, 12)
  const logo = await saveLogo(ctx.db, { operator_id, version, webp }, (code) =>
    makeCallUrl(endpoints.getOperatorMark, { code, version }),
  )
  return { logo }
}

/** Returns this version of an operator's own logo. Throws `not_found` if the operator has another version, or none. */
export async function getOperatorMark(
  { db }: Context,
  { code, version }: Input<typeof endpoints.getOperatorMark>,
) {
  const body = await findLogo(db, code, version)
  if (body === undefined) throw makeRefusal('not_found')
  return { body, file_name: `${code}.webp`, stays: true }
}
