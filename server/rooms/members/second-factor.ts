import { randomBytes } from 'node:crypto'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/members/endpoints'
import type { SecondFactorResult, SecondFactorSetup } from '#contract/members/model'
import { product } from '#contract/product'
import type { Context } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { type RoomLimit, countTry } from '#server/platform/limits'
import { encodeBase32 } from '#server/platform/totp'
import { insertAuditEntry } from './audit-repository.ts'
import * as repository from './factor-repository.ts'
import * as secrets from './factor-secret.ts'
import { requireMember } from './require-member.ts'

const pause = 15 * 60
const detail = 'Too many wrong codes. Wait a quarter of an hour, then enter the newest one.'

/**
 * The limit for wrong codes of one person: five in a row, then one every three minutes, and twenty in a day. Three of a
 * million codes are valid at any time, so somebody who knows the password and makes all allowed guesses every day
 * succeeds once in forty years.
 */
const soon: RoomLimit = { name: 'second factor', size: 5, perSecond: 5 / pause, detail }
const daily: RoomLimit = { name: 'second factor daily', size: 20, perSecond: 20 / 86_400, detail }

/**
 * Makes a secret for the caller's second factor. Throws `second_factor_set` if a second factor is already set up, since
 * its secret is never displayed again.
 */
export async function startSecondFactor(ctx: Context): Promise<SecondFactorSetup> {
  const { user_id, name } = requireMember(ctx)
  const secret = randomBytes(20)
  if (
    !(await repository.insertSecondFactor(
      ctx.db,
      user_id,
      secrets.encryptFactorSecret(ctx.config, user_id, secret),
    ))
  )
    throw makeRefusal('second_factor_set')
  const text = encodeBase32(secret)
  const label = encodeURIComponent(`${product.name}:${name}`)
  const uri = `otpauth://totp/${label}?secret=${text}&issuer=${encodeURIComponent(product.name)}`
  return { secret: text, uri }
}

/**
 * Accepts a code of the caller's second factor for this login. The first one completes the setup and returns recovery
 * codes. That answer may be lost, so soon afterwards further codes of the app return new recovery codes. Throws
 * `wrong_code`, and 429 after five wrong codes.
 */
export async function verifySecondFactor(
  ctx: Context,
  { code }: Input<typeof endpoints.showSecondFactor>,
): Promise<SecondFactorResult> {
  const { user_id } = requireMember(ctx)
  const giveBack: (() => Promise<void>)[] = []
  for (const limit of [soon, daily]) giveBack.push(await countTry(ctx, limit, user_id))
  const proof = await inTransaction(ctx.db, (tx) => prove(ctx, tx, code))
  if (proof === undefined) throw makeRefusal('wrong_code')
  for (const back of giveBack) await back()
  return proof
}

async function prove(ctx: Context, tx: Db, code: string): Promise<SecondFactorResult | undefined> {
  const { user_id: person_id, login_id, member_id, operator_id } = requireMember(ctx)
  const digits = code.replaceAll(/\s/g, '')
  const factor = await repository.findSecondFactor(tx, { person_id, login_id })
  if (factor === undefined) return undefined
  const isApp = /^\d{6}$/.test(digits)
  const isRight = isApp
    ? await isOfApp(ctx, tx, factor, digits)
    : await repository.consumeRecoveryCode(
        tx,
        person_id,
        secrets.listRecoveryHashes(ctx.config, person_id, code),
      )
  if (!isRight) return undefined
  const again = isApp && factor.was_just_confirmed
  // The proof then keeps the time of the confirmation, so that `findSecondFactor` finds it again.
  if (!again) await repository.recordFactorProof(tx, login_id)
  const act = isApp ? 'showSecondFactor' : 'useRecoveryCode'
  await insertAuditEntry(tx, { operator_id, member_id, act })
  const recovery_codes =
    again || !factor.is_confirmed ? await giveRecoveryCodes(ctx, tx, person_id) : null
  const recovery_codes_left = await repository.countRecoveryCodes(tx, person_id)
  return { recovery_codes, recovery_codes_left }
}

async function isOfApp(
  { config, actor }: Context,
  tx: Db,
  factor: repository.SecondFactorRow,
  code: string,
): Promise<boolean> {
  const { user_id: person_id } = requireMember({ actor })
  const secret = secrets.decryptFactorSecret(config, person_id, factor.sealed)
  const step = secret && secrets.findTotpStep(secret, code, factor.now)
  if (secret === undefined || step === undefined) return false
  const sealed = secrets.encryptFactorSecret(config, person_id, secret)
  return repository.markTotpStepUsed(tx, { person_id, step, was: factor.sealed, sealed })
}

async function giveRecoveryCodes({ config }: Context, tx: Db, person_id: string) {
  const codes = secrets.makeRecoveryCodes()
  const hashes = codes.map((code) => secrets.hashRecoveryCode(config, person_id, code))
  await repository.replaceRecoveryCodes(tx, person_id, hashes)
  return codes
}
