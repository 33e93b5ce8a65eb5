import type { AuditEntry, AuditMember } from '#contract/members/model'
import { homeZone } from '#contract/product'
import { normaliseWaybill } from '#contract/reference'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * An audit entry before it is stored. At most one of `member_id`, `key_id` and `staff_key_id` is given. If none is
 * given, the action came from a command on the server.
 */
interface NewAuditEntry {
  operator_id: string | null
  member_id?: string
  key_id?: string
  staff_key_id?: string
  act: string
  subject?: string | undefined
  reason?: string | undefined
}

/** Writes an entry of a desk's audit log, in the transaction of the logged action. */
export async function insertAuditEntry(tx: Db, it: NewAuditEntry): Promise<void> {
  await sql`
    insert into audit_entry (operator_id, member_id, key_id, staff_key_id, act, subject, reason)
    values (${it.operator_id}::uuid, ${it.member_id ?? null}::uuid, ${it.key_id ?? null}::uuid,
      ${it.staff_key_id ?? null}::uuid, ${it.act}, ${it.subject ?? null}, ${it.reason ?? null})`.execute(
    tx,
  )
}

// Formats a sum as `formatNaira` of the contract does.
const claimEnd = sql`case claim.state when 'open' then '' when 'refused' then ', refused'
  else ', ₦' || replace(to_char(claim.granted_kobo / 100.0, 'FM999,999,999,990.00'), '.00', '') end`

// Matches a UUID, or the wire id of a trip part. The regular expression checks a subject before it is cast to `uuid`,
// since PostgreSQL 15 has no `pg_input_is_valid`.
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\\.\\d+\\.\\d+)?$'

/** Filters of an audit log. `about`: a subject, or the booking or waybill that it belongs to. `day`: in Nigeria. */
interface AuditFilter {
  member?: string | undefined
  about?: string | undefined
  day?: string | undefined
}

/**
 * Returns one page of a desk's audit log, newest first. The `about` of an entry describes its subject: a name, or at
 * most 60 characters of a text. For a removed post, it names only the group. For a business or a parcel claim, it
 * includes the outcome.
 */
export async function findPageOfAuditLog(
  db: Db,
  operator_id: string | null,
  { member, about, day }: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const number = about === undefined ? null : normaliseWaybill(about)
  const { rows } = await sql<Omit<AuditEntry, 'at'> & { at: Date; total: number }>`
    with wanted as (
      select ${about ?? null}::text as subject
      union select r.id::text from booking b join refund r on r.payable_id = b.id where b.reference = ${number}
      union select c.id::text from parcel p join parcel_claim c on c.parcel_id = p.id where p.waybill = ${number}
    ), page as (
      select *, count(*) over ()::int as total from audit_entry
      where operator_id is not distinct from ${operator_id}::uuid
        and (${member ?? null}::uuid is null or member_id = ${member ?? null}::uuid)
        and (${about ?? null}::text is null or subject in (select subject from wanted))
        and (${day ?? null}::date is null or made_at >= ${day ?? null}::date::timestamp at time zone ${homeZone}
          and made_at < (${day ?? null}::date + 1)::timestamp at time zone ${homeZone})
      order by id desc limit ${limit} offset ${offset}
    )
    select e.id::text, coalesce(p.full_name, 'Key “' || coalesce(k.label, sk.label) || '”', 'The server') as who,
      e.act, e.subject,
      case when s.id is null then e.subject else coalesce(whom.full_name, i.email, talker.full_name,
        '“' || left(coalesce(said.body, hired.body), 60) || '”', ready.title, given_back.reference,
        grp.name || case when post.state = 'removed' then '' else ': “' || left(post.body, 60) || '”' end,
        shop.name || case shop.state when 'listed' then ', listed' when 'refused' then ', not listed' else '' end,
        bus.label, sent.waybill || ${claimEnd}) end as about,
      coalesce(e.reason, shop.words) as reason, e.made_at as at, e.total
    from page e left join member m on m.id = e.member_id left join person p on p.id = m.person_id
      left join operator_key k on k.id = e.key_id left join staff_key sk on sk.id = e.staff_key_id
      cross join lateral (select case when e.subject ~ ${uuid} then left(e.subject, 36)::uuid end as id) s
      left join member them on them.id = s.id left join person whom on whom.id = them.person_id
      left join member_invitation i on i.id = s.id
      left join conversation c on c.id = s.id left join person talker on talker.id = c.person_id
      left join review said on said.id = s.id left join charter_review hired on hired.id = s.id
      left join canned_answer ready on ready.id = s.id
      left join refund r on r.id = s.id left join payable given_back on given_back.id = r.payable_id
      left join community_post post on post.id = s.id left join community_group grp on grp.code = post.group_code
      left join business shop on shop.id = s.id
      left join lateral (
        select (array_agg(park.name order by x.position))[1] || ' → ' || (array_agg(park.name order by x.position desc))[1]
          || ', ' || to_char(t.service_date, 'FMDD Mon') as label
        from trip t join schedule_stop x on x.schedule_id = t.schedule_id join motor_park park on park.id = x.motor_park_id
        where t.id = s.id group by t.id) bus on true
      left join parcel_claim claim on claim.id = s.id left join parcel sent on sent.id = claim.parcel_id
    order by e.id desc`.execute(db)
  return {
    entries: rows.map(({ total: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
    total: rows[0]?.total ?? 0,
  }
}

/** Returns the members of a desk, then those who have left and are in its audit log, by name. */
export async function findAuditMembers(db: Db, operator_id: string | null): Promise<AuditMember[]> {
  const { rows } = await sql<AuditMember>`
    select m.id, p.full_name as name, m.ended_at is not null as has_left
    from member m join person p on p.id = m.person_id
    where m.operator_id is not distinct from ${operator_id}::uuid
      and (m.ended_at is null or exists (select from audit_entry e where e.member_id = m.id))
    order by has_left, plain(p.full_name), m.id`.execute(db)
  return rows
}
