import { sql } from '#server/db/sql'
import { operators } from './operators.ts'
import { type RandomSource, makeRandomSource, makeSeedId } from './random.ts'
import {
  businessReviewTexts,
  reviewClosings,
  reviewDetails,
  reviewerNames,
  reviewOpenings,
  parkReviewTexts,
} from './review-texts.ts'
import { type DemoContext, insertAll } from './rows.ts'

/** How many people of the demo country have written reviews, and how many motor parks have any. */
const people = 96
const parks = 24

/**
 * Writes reviews of every operator and of the busiest motor parks. An operator's rating follows from the verified ones.
 * Their authors cannot log in; `demo` marks their reviews as verified without a trip.
 */
export async function writeReviews(ground: DemoContext): Promise<void> {
  const { db, seed } = ground
  await insertAll(db, 'person', writers(seed))
  const roads = await findRoutesByOperator(ground)
  const ofOperators = operators.flatMap(({ code, rating }) =>
    reviewsOf(ground, `operator ${code}`, rating, between(seed, code, 27, 54), (chance, stars, n) =>
      makeReviewText(chance, stars, n, roads.get(code) ?? []),
    ).map((review) => ({ ...review, operator_id: makeSeedId(seed, `operator ${code}`) })),
  )
  const ofParks = (await findBusyParks(ground)).flatMap(({ id, code }) =>
    reviewsOf(ground, `park ${code}`, 3.9, between(seed, code, 5, 9), (_, stars, n) =>
      turnOf(parkReviewTexts[stars], n),
    ).map((review) => ({ ...review, motor_park_id: id })),
  )
  await insertAll(db, 'review', ofOperators)
  await insertAll(db, 'review', ofParks)
}

/** Writes reviews of every third business. */
export async function writeBusinessReviews(ground: DemoContext): Promise<void> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from (select id, code, row_number() over (order by code) as turn from business where state = 'listed') b
    where turn % 3 = 0 order by code`.execute(ground.db)
  const said = rows.flatMap(({ id, code }) =>
    reviewsOf(ground, `business ${code}`, 3.9, between(ground.seed, code, 1, 5), (_, stars, n) =>
      turnOf(businessReviewTexts[stars], n),
    ).map((review) => ({ ...review, business_id: id })),
  )
  await insertAll(ground.db, 'review', said)
}

const between = (seed: number, about: string, low: number, high: number) =>
  makeRandomSource(seed, `how many of ${about}`).between(low, high)

function writers(seed: number) {
  return Array.from({ length: people }, (_, n) => {
    const { given, family } = reviewerNames[n % reviewerNames.length] ?? { given: [], family: [] }
    const turn = Math.floor(n / reviewerNames.length)
    const full_name = `${given[turn % given.length]} ${family[(turn * 4 + (turn >> 4)) % family.length]}`
    return {
      id: makeSeedId(seed, `writer ${n}`),
      full_name,
      referral_code: `WRITER${n}DEMO`,
      language: 'en',
      data_saver: false,
      notifications: { trip_news_sms: false, trip_news_email: false, offers_email: false },
      created_at: '2025-11-03T08:00:00Z',
    }
  })
}

type Road = readonly [from: string, to: string]

/** Returns the ends of each operator's routes, by its code. */
async function findRoutesByOperator({ db }: DemoContext): Promise<Map<string, Road[]>> {
  const { rows } = await sql<{ code: string; from: string; to: string }>`
    select distinct o.code, a.name as from, z.name as to
    from schedule s join operator o on o.id = s.operator_id
    join schedule_stop first on first.schedule_id = s.id and first.position = 0
    join schedule_stop last on last.schedule_id = s.id
      and last.position = (select max(position) from schedule_stop where schedule_id = s.id)
    join city a on a.id = first.city_id join city z on z.id = last.city_id
    where s.feed_id is null order by o.code, a.name, z.name`.execute(db)
  const roads = new Map<string, Road[]>()
  for (const { code, from, to } of rows)
    roads.set(code, [...(roads.get(code) ?? []), [from, to] as const])
  return roads
}

async function findBusyParks({ db }: DemoContext): Promise<{ id: string; code: string }[]> {
  const { rows } = await sql<{ id: string; code: string }>`
    select p.id, p.code from motor_park p join schedule_stop s on s.motor_park_id = p.id
    where p.feed_id is null group by p.id order by count(*) desc, p.code limit ${parks}`.execute(db)
  return rows
}

/** Returns reviews by different people with a mean of about `mean`, spread over the past year. */
function reviewsOf(
  { seed, today }: DemoContext,
  about: string,
  mean: number,
  review_count: number,
  say: (chance: RandomSource, stars: number, n: number) => string,
) {
  const chance = makeRandomSource(seed, `reviews of ${about}`)
  const turns = Array.from({ length: 6 }, () => chance.between(0, 20))
  const first = chance.between(0, people - 1)
  // Coprime with the number of people, so that nobody is chosen twice.
  const step = chance.pick([5, 7, 11, 13, 17, 19])
  return Array.from({ length: review_count }, (_, n) => {
    const rating = starsOf(chance, mean)
    const turn = (turns[rating] ?? 0) + 1
    turns[rating] = turn
    const day = Date.parse(`${today}T00:00:00Z`) - chance.between(1, 330) * 86_400_000
    const body = say(chance, rating, turn)
    const is_verified = chance.next() < 0.7
    return {
      id: makeSeedId(seed, `review ${n} of ${about}`),
      person_id: makeSeedId(seed, `writer ${(first + n * step) % people}`),
      rating,
      body,
      is_verified,
      vouched_by: is_verified ? 'demo' : null,
      written_at: new Date(day + chance.between(360, 1260) * 60_000).toISOString(),
    }
  })
}

/** Returns a random number of stars with this mean. The ratings below five stars have a mean of 3. */
function starsOf(chance: RandomSource, mean: number): number {
  if (chance.next() < (mean - 3) / 2) return 5
  const rest = chance.next()
  if (rest < 0.5) return 4
  if (rest < 0.7) return 3
  return rest < 0.8 ? 2 : 1
}

function makeReviewText(
  chance: RandomSource,
  stars: number,
  n: number,
  roads: readonly Road[],
): string {
  const [from, to] = chance.pick(roads)
  const opening = turnOf(reviewOpenings[stars], n).replace('{from}', from).replace('{to}', to)
  const parts = [opening]
  if (chance.next() < 0.85) parts.push(turnOf(reviewDetails[stars], n))
  if (chance.next() < 0.4) parts.push(chance.pick(reviewClosings[stars] ?? []))
  return parts.join(' ')
}

/** Returns the n-th element, cyclically, so that a text is repeated only after all others. */
function turnOf(from: readonly string[] = [], n: number): string {
  return from[n % from.length] ?? ''
}
