import { makeCallUrl } from '#contract/endpoint'
import { getReviewPhoto } from '#contract/reviews/endpoints'
import type {
  OwnReview,
  ReviewSubjectCodes,
  Review,
  ReviewsMeta,
  ReviewSubject,
} from '#contract/reviews/model'
import {
  reviewEditDays,
  operatorAspects,
  parkAspects,
  type reviewSorts,
  type RatedAspect,
} from '#contract/reviews/rules'
import type { Db } from '#server/db/client'
import { type Sql, isoTimeSql, sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { shortenName } from '#server/platform/short-name'

/**
 * Verified stars of a subject: their mean, and the number of reviews that gave one, two, three, four and five stars.
 */
interface Stars {
  average: number | null
  stars: number[]
}

/** Verified stars of a subject, with the number of unverified reviews. */
interface StarCounts extends Stars {
  unverified: number
}

export interface ReviewSubjectRow extends StarCounts {
  id: string
  about: ReviewSubject
}

/** Returns the operator, motor park or listed business of a code. */
export async function findReviewSubject(
  db: Db,
  { operator, park, business }: ReviewSubjectCodes,
): Promise<ReviewSubjectRow | undefined> {
  const { rows } = await sql<ReviewSubjectRow>`
    select id, stars, stars_mean(stars) as average, unverified_reviews as unverified,
      json_build_object('kind', kind, 'code', code, 'name', name) as about
    from (
      select 'operator' as kind, id, code, name, stars, unverified_reviews from operator where code = ${operator ?? null}
      union all
      select 'park', id, code, name, stars, unverified_reviews from motor_park where code = ${park ?? null}
      union all
      select 'business', id, code, name, stars, unverified_reviews from business
        where code = ${business ?? null} and state = 'listed'
    ) subject`.execute(db)
  return rows[0]
}

/** Returns the stars of all subjects together. */
export async function findAllStars(db: Db): Promise<StarCounts> {
  const { rows } = await sql<StarCounts>`
    select stars, stars_mean(stars) as average, unverified from (
      select array[sum(stars[1]), sum(stars[2]), sum(stars[3]), sum(stars[4]), sum(stars[5])]::int[] as stars,
        sum(unverified_reviews)::int as unverified
      from (
        select stars, unverified_reviews from operator union all select stars, unverified_reviews from motor_park
        union all select stars, unverified_reviews from business
      ) subject
      having count(*) > 0
    ) total`.execute(db)
  return rows[0] ?? { stars: [0, 0, 0, 0, 0], average: null, unverified: 0 }
}

/** Returns every operator with its stars, sorted by name. */
export async function findOperatorStars(db: Db) {
  const { rows } = await sql<Stars & Pick<ReviewSubject, 'code' | 'name'>>`
    select code, name, stars, stars_mean(stars) as average from operator order by plain(name), code`.execute(
    db,
  )
  return rows
}

const orders = {
  newest: sql`r.written_at desc, r.id desc`,
  highest: sql`r.rating desc, r.written_at desc, r.id desc`,
  lowest: sql`r.rating, r.written_at desc, r.id desc`,
} satisfies Record<(typeof reviewSorts)[number], unknown>

/** A row of `reviewSelectSql`. `photos`: the numbers of its photos. */
export interface ReviewRow extends Omit<
  Review,
  'author' | 'written_at' | 'edit_until' | 'answer' | 'photos'
> {
  full_name: string
  written_at: Date
  edit_until: Date
  photos: number[]
  answer: string | null
  answered_at: Date | null
}

const scoresOf = sql`(values ('punctuality', r.punctuality), ('driving', r.driving), ('vehicle', r.vehicle), ('staff', r.staff),
  ('security', r.security), ('touts', r.touts), ('toilets', r.toilets), ('shade', r.shade), ('lighting', r.lighting))
  s (what, stars)`

/** Returns SQL that selects reviews `r` as rows for `toReview`. `more`: further columns. */
const selectReviews = (more?: Sql) => sql`
  select ${more === undefined ? sql`` : sql`${more},`} r.id, r.rating, r.body, r.is_verified, r.written_at, r.state, r.answer, r.answered_at, p.full_name,
    r.first_at + ${reviewEditDays} * interval '1 day' as edit_until,
    (select coalesce(json_agg(json_build_object('what', s.what, 'stars', s.stars)), '[]') from ${scoresOf}
      where s.stars is not null) as scores,
    array(select f.number from review_photo f where f.review_id = r.id order by f.number) as photos,
    json_build_object('kind', case when r.operator_id is not null then 'operator' when r.motor_park_id is not null then 'park'
      else 'business' end, 'code', coalesce(o.code, m.code, w.code), 'name', coalesce(o.name, m.name, w.name)) as about
  from review r join person p on p.id = r.person_id
  left join operator o on o.id = r.operator_id left join motor_park m on m.id = r.motor_park_id
  left join business w on w.id = r.business_id`

/** SQL that selects reviews `r` as rows for `toReview`. */
export const reviewSelectSql = selectReviews()

/** A review with the trip that makes it verified, for its author. */
interface OwnReviewRow extends ReviewRow {
  trip: NonNullable<OwnReview['trip']> | null
}

const tripOfReview = sql`(
  select json_build_object('reference', b.reference, 'operator', c.name, 'from', x.name, 'to', y.name, 'zone', s.zone,
    'departs_at', ${isoTimeSql(sql`boards_at(b.trip_id, b.leg_from)`)})
  from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
  join operator c on c.id = s.operator_id
  join schedule_stop a on a.schedule_id = s.id and a.position = b.leg_from
  join schedule_stop z on z.schedule_id = s.id and z.position = b.leg_to
  join city x on x.id = a.city_id join city y on y.id = z.city_id
  where b.id = r.booking_id) as trip`

/** Returns one page of visible reviews, optionally of one subject. */
export async function findPageOfReviews(
  db: Db,
  subject: ReviewSubjectRow | undefined,
  sort: keyof typeof orders,
  page: { limit: number; offset: number },
): Promise<Review[]> {
  const of = subject === undefined ? sql`true` : sql`${columnOf(subject)} = ${subject.id}::uuid`
  const { rows } = await sql<ReviewRow>`
    ${reviewSelectSql} where r.state = 'shown' and ${of} order by ${orders[sort]} limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return rows.map(toReview)
}

/** Returns the mean of each rated aspect, from verified reviews of a subject. A trigger adds up their stars. */
export async function findScores(db: Db, { id }: ReviewSubjectRow): Promise<ReviewsMeta['scores']> {
  const { rows } = await sql<ReviewsMeta['scores'][number]>`
    select what, round(stars::numeric / reviews, 1)::float8 as average, reviews as many from review_score
    where subject_id = ${id}::uuid and reviews > 0 order by what`.execute(db)
  return rows
}

const columns = {
  operator: sql`r.operator_id`,
  park: sql`r.motor_park_id`,
  business: sql`r.business_id`,
} satisfies Record<ReviewSubject['kind'], unknown>

const columnOf = ({ about }: ReviewSubjectRow) => columns[about.kind]

/** Returns all reviews of a person, newest first. */
export async function findReviewsOfPerson(db: Db, person_id: string): Promise<OwnReview[]> {
  const { rows } = await sql<OwnReviewRow>`
    ${selectReviews(tripOfReview)} where r.person_id = ${person_id}::uuid order by ${orders.newest}`.execute(
    db,
  )
  return rows.map(toOwnReview)
}

/**
 * Returns the booking of a person's last trip that may verify their review of a subject: a trip with the operator, from
 * or to the motor park, or from or to the business's city. No trip verifies a review of a business that the person
 * submitted. `reference`: only the booking with this reference. Only trips with a proved boarding count
 * (`trip_vouches`).
 */
export async function findLastTrip(
  db: Db,
  person_id: string,
  { id }: ReviewSubjectRow,
  reference: string | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select b.id from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
    where b.user_id = ${person_id}::uuid and b.status in ('travelled', 'completed') and trip_vouches(b.id)
      and (${reference ?? null}::text is null or b.reference = ${reference ?? null})
      and (s.operator_id = ${id}::uuid or exists (
        select from schedule_stop stop where stop.schedule_id = s.id
          and stop.position in (b.leg_from, b.leg_to) and (stop.motor_park_id = ${id}::uuid
            or stop.city_id = (select city_id from business where id = ${id}::uuid
              and asked_by is distinct from ${person_id}::uuid))))
    order by t.departs_at desc limit 1`.execute(db)
  return rows[0]?.id
}

interface ReviewFields {
  rating: number
  body: string
  client_ref: string
  booking_id: string | undefined
  scores: Partial<Record<RatedAspect, number | undefined>>
  state: Review['state']
}

/**
 * Returns a person's earlier review of a subject: its trip, and whether it can no longer be changed. With `isLocked`,
 * also locks its row until the transaction ends.
 */
export async function findEarlierReview(
  db: Db,
  person_id: string,
  { id }: ReviewSubjectRow,
  isLocked: boolean,
) {
  const { rows } = await sql<{
    booking_id: string | null
    client_ref: string | null
    is_closed: boolean
  }>`select booking_id, client_ref, first_at < now() - ${reviewEditDays} * interval '1 day' as is_closed from review
    where person_id = ${person_id}::uuid and coalesce(operator_id, motor_park_id, business_id) = ${id}::uuid
    ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/**
 * Stores a person's review of a subject in place of their earlier one, once per `client_ref`. If the review is about
 * another trip, it counts as a new review, and the old answer is deleted.
 */
export async function saveReview(
  db: Db,
  person_id: string,
  { id, about }: ReviewSubjectRow,
  { rating, body, client_ref, booking_id, scores, state }: ReviewFields,
): Promise<{ review: OwnReview; is_new: boolean }> {
  const of = (kind: ReviewSubject['kind']) => (about.kind === kind ? id : null)
  const names = sql.join(scoreNames.map((name) => sql.ref(name)))
  const values = sql.join(scoreNames.map((name) => sql`${scores[name] ?? null}::smallint`))
  const anew = sql.join(scoreNames.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
  const isOther = sql`excluded.booking_id is not null and excluded.booking_id is distinct from r.booking_id`
  const { rowCount } = await sql`
    insert into review as r (id, person_id, operator_id, motor_park_id, business_id, rating, body, booking_id, is_verified, vouched_by,
      client_ref, state, ${names})
    values (${makeId()}, ${person_id}, ${of('operator')}, ${of('park')}, ${of('business')}, ${rating}, ${body}, ${booking_id ?? null},
      ${booking_id !== undefined}, ${booking_id === undefined ? null : 'trip'}, ${client_ref}, ${state}, ${values})
    on conflict on constraint one_review do update set rating = excluded.rating, body = excluded.body,
      booking_id = excluded.booking_id, is_verified = excluded.is_verified,
      vouched_by = excluded.vouched_by, client_ref = excluded.client_ref, state = excluded.state,
      first_at = case when ${isOther} then now() else r.first_at end,
      answer = case when not (${isOther}) then r.answer end,
      answered_at = case when not (${isOther}) then r.answered_at end,
      answer_key_id = case when not (${isOther}) then r.answer_key_id end,
      answer_member_id = case when not (${isOther}) then r.answer_member_id end,
      written_at = now(), ${anew}
    where r.client_ref is distinct from excluded.client_ref`.execute(db)
  const { rows } = await sql<OwnReviewRow>`
    ${selectReviews(tripOfReview)} where r.person_id = ${person_id}::uuid and coalesce(r.operator_id, r.motor_park_id, r.business_id) = ${id}::uuid`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the review of ${about.code} was not written`)
  return { review: toOwnReview(row), is_new: rowCount === 1 }
}

const scoreNames = [...operatorAspects, ...parkAspects]

/** Deletes a person's review. Returns false if they have none with this id. */
export async function deleteOwnReview(db: Db, person_id: string, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    delete from review where id = ${id}::uuid and person_id = ${person_id}::uuid`.execute(db)
  return rowCount === 1
}

/** Returns whether a person's review of a subject must wait for our staff: it was hidden before, or reported. */
export async function needsModeration(
  db: Db,
  person_id: string,
  { id }: ReviewSubjectRow,
): Promise<boolean> {
  const { rows } = await sql`
    select from review_held where person_id = ${person_id}::uuid and subject_id = ${id}::uuid`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Returns whether the author of a review of this booking's trip seems to belong to the operator: `self_dealing_signs`
 * has a sign that is not about a referrer, and our staff have not approved the booking's reward case.
 */
export async function isSelfDealing(db: Db, booking_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(self_dealing_signs(${booking_id}::uuid)) sign where sign not like 'referrer%'
      and not exists (select from reward_case where booking_id = ${booking_id}::uuid and state = 'approved')`.execute(
    db,
  )
  return rows.length > 0
}

/** Deletes all reviews of a person, and the text of their reports. */
export async function deletePersonReviews(db: Db, person_id: string): Promise<void> {
  await sql`update review_report set words = null where person_id = ${person_id}::uuid`.execute(db)
  await sql`delete from review_held where person_id = ${person_id}::uuid`.execute(db)
  await sql`delete from review where person_id = ${person_id}::uuid`.execute(db)
}

/** Returns SQL for the ids of a person's reviews. */
export const selectReviewSubjects = (person_id: string) => sql`
  select id::text from review where person_id = ${person_id}::uuid`

/** Returns a review in the format of the contract, with the shortened name of its author. */
export function toReview({
  full_name,
  written_at,
  edit_until,
  answer,
  answered_at,
  photos,
  ...row
}: ReviewRow): Review {
  return {
    ...row,
    photos: photos.map((number) => photoAddress(row.id, number)),
    answer:
      answer === null || answered_at === null
        ? null
        : { text: answer, at: answered_at.toISOString() },
    author: shortenName(full_name),
    written_at: written_at.toISOString(),
    edit_until: edit_until.toISOString(),
  }
}

const toOwnReview = ({ trip, ...row }: OwnReviewRow): OwnReview => ({ ...toReview(row), trip })

const photoAddress = (id: string, number: number) =>
  makeCallUrl(getReviewPhoto, { id, number: String(number) }).slice('/api'.length)
