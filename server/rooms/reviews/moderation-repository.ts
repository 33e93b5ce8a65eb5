import type { Review, StaffReview } from '#contract/reviews/model'
import { reviewEditDays } from '#contract/reviews/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { toReview, type ReviewRow, reviewSelectSql } from './repository.ts'

/** SQL for reviews of vehicles for hire, as our staff see them. */
const vehicleReviewColumns = sql`
  select r.id, r.rating, r.body, true as is_verified, r.written_at, r.state, null::text as answer, null::timestamptz as answered_at,
    coalesce(h.contact_name, 'Traveller') as full_name, r.first_at + ${reviewEditDays} * interval '1 day' as edit_until,
    '[]'::json as scores, '{}'::smallint[] as photos,
    json_build_object('kind', 'operator', 'code', o.code, 'name', o.name || ', ' || v.name) as about
  from charter_review r join charter h on h.id = r.charter_id join charter_vehicle v on v.id = r.vehicle_id
  join operator o on o.id = v.operator_id`

/** Returns a review by its id, visible or not. */
export async function findReview(db: Db, id: string): Promise<Review | undefined> {
  const { rows } = await sql<ReviewRow>`
    ${reviewSelectSql} where r.id = ${id}::uuid union all ${vehicleReviewColumns} where r.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0] && toReview(rows[0])
}

/** Returns whether this person wrote the review, or hired the vehicle that it is about. */
export async function isReviewOf(db: Db, id: string, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from review where id = ${id}::uuid and person_id = ${person_id}::uuid
    union all
    select from charter_review r join charter h on h.id = r.charter_id
    where r.id = ${id}::uuid and h.person_id = ${person_id}::uuid`.execute(db)
  return rows.length > 0
}

/** Returns a photo of a visible review, or of this person's own. */
export async function findReviewPhoto(
  db: Db,
  requested: { id: string; number: number; person_id: string | null },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ jpeg: Buffer }>`
    select f.jpeg from review_photo f join review r on r.id = f.review_id
    where f.review_id = ${requested.id}::uuid and f.number = ${requested.number}
      and (r.state = 'shown' or r.person_id = ${requested.person_id}::uuid)`.execute(db)
  return rows[0]?.jpeg
}

/** Replaces all photos of a review. They are numbered from 1. */
export async function saveReviewPhotos(
  db: Db,
  id: string,
  jpegs: readonly Buffer[],
): Promise<void> {
  await sql`delete from review_photo where review_id = ${id}::uuid`.execute(db)
  for (const [index, jpeg] of jpegs.entries())
    await sql`insert into review_photo (review_id, number, jpeg) values (${id}::uuid, ${index + 1}, ${jpeg})`.execute(
      db,
    )
}

/**
 * Stores a report about a visible review of somebody else. Returns false if there is no such review. If the person
 * reported an earlier version of the review, the new report counts again. Concurrent reports wait for this transaction,
 * so that the last report sees all of them.
 */
export async function insertReviewReport(
  db: Db,
  it: { id: string; person_id: string; reason: string; words: string | null },
): Promise<boolean> {
  await sql`select from review where id = ${it.id}::uuid for update`.execute(db)
  const { rowCount } = await sql`
    insert into review_report as before (review_id, person_id, reason, words)
    select id, ${it.person_id}::uuid, ${it.reason}, ${it.words} from review
    where id = ${it.id}::uuid and state = 'shown' and person_id <> ${it.person_id}::uuid
    on conflict (review_id, person_id) do update set reason = excluded.reason, words = excluded.words, looked_at =
      (select before.looked_at from review where id = before.review_id and written_at <= before.looked_at)`.execute(
    db,
  )
  return rowCount === 1
}

/** Waits until concurrent reports of this person are stored, and counts those of the last day. */
export async function countReviewReports(db: Db, person_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`review reports:${person_id}`}, 0))`.execute(
    db,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select person_id, reported_at from review_report
      union all select person_id, reported_at from charter_review_report) report
    where person_id = ${person_id}::uuid and reported_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.n ?? 0
}

const subjectOf = sql`coalesce(r.operator_id, r.motor_park_id, r.business_id)`

/**
 * Hides an unverified review and its later versions until our staff decide, if at least `min_reporters` people have
 * reported it. Only people with verified accounts that are a week old count (`counts_as_reporter`).
 */
export async function hideReportedReview(db: Db, id: string, min_reporters: number): Promise<void> {
  await sql`
    with held as (update review r set state = 'waiting'
    where r.id = ${id}::uuid and r.state = 'shown' and not r.is_verified and ${min_reporters} <= (
      select count(*) from review_report x
      where x.review_id = r.id and x.looked_at is null and counts_as_reporter(x.person_id))
      returning r.person_id, ${subjectOf} as subject_id)
    insert into review_held (person_id, subject_id) select * from held on conflict do nothing`.execute(
    db,
  )
}

interface Page {
  page: number
  per_page: number
}

const paged = ({ page, per_page }: Page) => sql`limit ${per_page} offset ${(page - 1) * per_page}`

/** Returns visible reviews of an operator, newest first. */
export async function findPageOfOperatorReviews(
  db: Db,
  operator_id: string,
  { answered, ...page }: Page & { answered?: 'yes' | 'no' | undefined },
): Promise<{ reviews: Review[]; total: number }> {
  const which = sql`r.operator_id = ${operator_id}::uuid and r.state = 'shown'
    and (${answered ?? null}::text is null or (r.answer is not null) = (${answered ?? null}::text = 'yes'))`
  const { rows } = await sql<ReviewRow>`
    ${reviewSelectSql} where ${which} order by r.written_at desc, r.id desc ${paged(page)}`.execute(
    db,
  )
  const counted = await sql<{
    n: number
  }>`select count(*)::int as n from review r where ${which}`.execute(db)
  return { reviews: rows.map(toReview), total: counted.rows[0]?.n ?? 0 }
}

/** Returns the newest 50 unanswered reviews of this person's businesses. */
export async function findUnansweredReviews(db: Db, person_id: string): Promise<Review[]> {
  const { rows } = await sql<ReviewRow>`
    ${reviewSelectSql} where w.asked_by = ${person_id}::uuid and w.state = 'listed' and r.state = 'shown' and r.answer is null
      and r.person_id <> ${person_id}::uuid
    order by r.written_at desc, r.id desc limit 50`.execute(db)
  return rows.map(toReview)
}

/** `written`: the answer was stored. `answered`: there was one already. `unknown`: there is no such review. */
export type ReviewAnswerOutcome = 'written' | 'answered' | 'unknown'

/** Stores a business owner's answer to a review. Returns `answered` or `unknown` as `saveReviewAnswer` does. */
export async function saveOwnersAnswer(
  db: Db,
  it: { id: string; person_id: string; answer: string },
): Promise<ReviewAnswerOutcome> {
  const { rows } = await sql<{ answer: string | null }>`
    select r.answer from review r join business w on w.id = r.business_id
    where r.id = ${it.id}::uuid and w.asked_by = ${it.person_id}::uuid and w.state = 'listed' and r.state = 'shown'
      and r.person_id <> ${it.person_id}::uuid
    for update of r`.execute(db)
  if (rows[0] === undefined) return 'unknown'
  if (rows[0].answer !== null) return 'answered'
  await sql`update review set answer = ${it.answer}, answered_at = now() where id = ${it.id}::uuid`.execute(
    db,
  )
  return 'written'
}

/**
 * Stores an operator's answer. Returns `answered` if there is one, `unknown` if the operator has no review with this
 * id.
 */
export async function saveReviewAnswer(
  db: Db,
  it: {
    id: string
    operator_id: string
    key_id: string | null
    member_id: string | null
    answer: string
  },
): Promise<ReviewAnswerOutcome> {
  const { rows } = await sql<{ answer: string | null }>`
    select answer from review where id = ${it.id}::uuid and operator_id = ${it.operator_id}::uuid and state = 'shown'
    for update`.execute(db)
  if (rows[0] === undefined) return 'unknown'
  if (rows[0].answer !== null) return 'answered'
  await sql`update review set answer = ${it.answer}, answered_at = now(), answer_key_id = ${it.key_id}::uuid,
    answer_member_id = ${it.member_id}::uuid
    where id = ${it.id}::uuid`.execute(db)
  return 'written'
}

const reports = sql`(
  select review_id, reason, words, reported_at, looked_at from review_report
  union all select review_id, reason, words, reported_at, looked_at from charter_review_report)`
const openReports = sql`exists (select from ${reports} x where x.review_id = r.id and x.looked_at is null)`
const queues = {
  waiting: sql`r.state = 'waiting'`,
  reported: sql`r.state = 'shown' and ${openReports}`,
}

/** Returns reviews awaiting our staff, oldest first. */
export async function findPageOfReviewQueue(
  db: Db,
  { queue, ...page }: Page & { queue: keyof typeof queues },
): Promise<{ reviews: StaffReview[]; total: number }> {
  const { rows } = await sql<ReviewRow>`
    ${reviewSelectSql} where ${queues[queue]} union all ${vehicleReviewColumns} where ${queues[queue]}
    order by written_at, id ${paged(page)}`.execute(db)
  const counted = await sql<{ n: number }>`
    select ((select count(*) from review r where ${queues[queue]})
      + (select count(*) from charter_review r where ${queues[queue]}))::int as n`.execute(db)
  const reviews = rows.map(toReview)
  return { reviews: await loadReviewReports(db, reviews), total: counted.rows[0]?.n ?? 0 }
}

/** Returns reviews with the reports about them. */
export async function loadReviewReports(
  db: Db,
  reviews: readonly Review[],
): Promise<StaffReview[]> {
  const { rows } = await sql<StaffReview['reports'][number] & { review_id: string }>`
    select review_id, reason, words from ${reports} report
    where review_id = any (${reviews.map(({ id }) => id)}::uuid[]) order by reported_at limit 2000`.execute(
    db,
  )
  const by = Map.groupBy(rows, ({ review_id }) => review_id)
  return reviews.map((review) => ({
    ...review,
    reports: (by.get(review.id) ?? []).map(({ reason, words }) => ({ reason, words })),
  }))
}

/**
 * Shows or hides a review and closes its reports. Later versions of a hidden review wait until one of them is made
 * visible. Returns false if the review does not exist, or was not written at `written_at`, in milliseconds.
 */
export async function saveReviewDecision(
  db: Db,
  it: { id: string; became: 'shown' | 'hidden'; written_at: string | undefined },
): Promise<boolean> {
  const { rowCount } = await sql`
    update review set state = ${it.became} where id = ${it.id}::uuid
      and date_trunc('milliseconds', written_at) = coalesce(${it.written_at ?? null}::timestamptz,
        date_trunc('milliseconds', written_at))`.execute(db)
  if (rowCount === 0) return false
  await (
    it.became === 'hidden'
      ? sql`insert into review_held (person_id, subject_id)
          select r.person_id, ${subjectOf} from review r where r.id = ${it.id}::uuid on conflict do nothing`
      : sql`delete from review_held h using review r
          where r.id = ${it.id}::uuid and h.person_id = r.person_id and h.subject_id = ${subjectOf}`
  ).execute(db)
  await sql`update review_report set looked_at = now() where review_id = ${it.id}::uuid and looked_at is null`.execute(
    db,
  )
  return true
}

/** Records the decision of our staff about a review, with the reason. */
export async function insertReviewDecision(
  db: Db,
  it: {
    id: string
    became: 'shown' | 'hidden'
    reason: string
    key_id: string | null
    member_id: string | null
  },
): Promise<void> {
  await sql`insert into review_decision (review_id, became, reason, staff_key_id, member_id)
    values (${it.id}::uuid, ${it.became}, ${it.reason}, ${it.key_id}::uuid, ${it.member_id}::uuid)`.execute(
    db,
  )
}
