import { sql } from './sql.ts'
import type { Db } from './client.ts'

/**
 * Takes `amount` tokens from a bucket of `size` tokens that refills by `perSecond`; false if there are too few. Uses
 * one statement and the database's clock. A refusal writes nothing.
 */
export async function takeTokens(db: Db, bucket: TokenRequest): Promise<boolean> {
  const { key, size, amount } = bucket
  const now = tokensNow(bucket)
  const { rows } = await sql`
    insert into rate_bucket as b (key, tokens, refilled_at) values (${key}, ${size}::real - ${amount}::real, now())
    on conflict (key) do update set tokens = ${now} - ${amount}::real, refilled_at = now()
    where ${now} >= ${amount}::real
    returning 1`.execute(db)
  return rows.length > 0
}

/** Whether `takeTokens` would succeed now. */
export async function hasTokens(db: Db, bucket: TokenRequest): Promise<boolean> {
  const { rows } = await sql`
    select from rate_bucket b where b.key = ${bucket.key} and ${tokensNow(bucket)} < ${bucket.amount}::real`.execute(
    db,
  )
  return rows.length === 0
}

/** How many tokens a bucket `b` has now. */
const tokensNow = ({ size, perSecond }: TokenRequest) =>
  sql`least(${size}::real, b.tokens + ${perSecond}::real * extract(epoch from now() - b.refilled_at)::real)`

/** A bucket of tokens, and the number of tokens to take. */
interface TokenRequest extends TokenBucket {
  amount: number
}

/** Gives one token back to a bucket. Tokens above the bucket's size are dropped when a token is next taken. */
export async function returnToken(db: Db, key: string): Promise<void> {
  await sql`update rate_bucket set tokens = tokens + 1 where key = ${key}`.execute(db)
}

/** A bucket of tokens, as input for `takeTokenFromEachBucket`. */
export interface TokenBucket {
  key: string
  size: number
  perSecond: number
}

/** Takes a token from every bucket or from none; returns the first empty one. */
export async function takeTokenFromEachBucket(
  db: Db,
  buckets: readonly TokenBucket[],
): Promise<TokenBucket | undefined> {
  const { rows } = await sql<{ refused: number }>`
    select take_from_all(${buckets.map(({ key }) => key)}::text[], ${buckets.map(({ size }) => size)}::real[],
      ${buckets.map(({ perSecond }) => perSecond)}::real[]) as refused`.execute(db)
  return buckets[(rows[0]?.refused ?? 0) - 1]
}
