import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/client'
import { newId } from '#server/ids'
import {
  aSentParcel,
  aWaitingParcel,
  landFor,
  open,
  sendAgain,
  type Sent,
} from '#tests/load/parcel-sales'

/** What fails is the guard doing its work. */
const refused = (work: Promise<unknown>) => work.catch(() => undefined)

/** The money of two attempts for one parcel lands at once. */
export async function twoPayOneParcel(db: Db): Promise<void> {
  const sent = await aWaitingParcel(db)
  const apply = (payment: string) =>
    db.transaction().execute(async (tx) => {
      await landFor(tx, payment)
      await sleep(60)
    })
  const payments = [await open(db, sent), await open(db, sent)]
  await Promise.all(payments.map((payment) => refused(apply(payment))))
}

/** A parcel is paid, and nobody has made its PIN. */
export async function paidWithoutPapers(db: Db): Promise<void> {
  const sent = await aWaitingParcel(db)
  await refused(landFor(db, await open(db, sent), null))
}

/** Somebody calls off a parcel for which money is set aside. */
export async function callOffWhileSetAside(db: Db): Promise<void> {
  const sent = await aWaitingParcel(db, 500_000)
  await open(db, sent, 200_000)
  await sql`update parcel set state = 'cancelled' where id = ${sent.id}`.execute(db)
}

async function claim(db: Db, { id }: Sent, kobo: number): Promise<void> {
  await sql`select pay_claim(${newId()}::uuid, ${id}::uuid, ${kobo}::bigint)`.execute(db)
}

/** Two claims about one parcel are paid. */
export async function claimTwice(db: Db): Promise<void> {
  const sent = await aSentParcel(db)
  const id = newId()
  await sql`insert into parcel_claim (id, parcel_id, kind, words, asked_kobo, state, paid_kobo, decided_at)
    values (${id}, ${sent.id}, 'lost', 'It never came.', 100, 'accepted', 100, now())`.execute(db)
  await sql`select pay_claim(${id}::uuid, ${sent.id}::uuid, 100::bigint)`.execute(db)
  await refused(claim(db, sent, 100))
}

/** A claim is paid that is above what the parcel is covered for. */
export async function claimTooMuch(db: Db): Promise<void> {
  const sent = await aSentParcel(db)
  await refused(claim(db, sent, sent.cover_kobo + 100))
}

/** One person asks for two parcels at once, and has nine that are not paid. */
export async function parcelsAtOnce(db: Db): Promise<void> {
  const first = await aWaitingParcel(db)
  const another = (on: Db) => sendAgain(on, first)
  for (let n = 2; n <= 9; n += 1) await another(db)
  const ask = () =>
    db.transaction().execute(async (tx) => {
      await another(tx)
      await sleep(60)
    })
  await Promise.all([refused(ask()), refused(ask())])
}
