import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Returns a person's data as one text, for comparing it before and after a call. Left out are columns that refused
 * calls may change, such as the end of a hold and counts of tries.
 */
export async function readPersonalData(db: Db, person_id: string): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select jsonb_build_array(
      (select jsonb_agg(to_jsonb(b) - 'hold_expires_at' order by b.id) from booking b where user_id = ${person_id}),
      (select jsonb_agg(p order by p.booking_id, p.seat) from passenger p join booking b on b.id = p.booking_id
        where b.user_id = ${person_id}),
      (select jsonb_agg(t order by t.id) from ticket t join booking b on b.id = t.booking_id where b.user_id = ${person_id}),
      (select jsonb_agg(r order by r.id) from payment r join booking b on b.id = r.payable_id where b.user_id = ${person_id}),
      (select jsonb_agg(l order by l.id) from trip_link l join booking b on b.id = l.booking_id where b.user_id = ${person_id}),
      (select jsonb_agg(s order by s.id) from trip_sign s join booking b on b.id = s.booking_id where b.user_id = ${person_id}),
      (select jsonb_agg(p order by p.id) from parcel p where user_id = ${person_id}),
      (select jsonb_agg(c order by c.id) from parcel_claim c join parcel p on p.id = c.parcel_id
        where p.user_id = ${person_id}),
      (select jsonb_agg(i order by i.id) from invoice i where person_id = ${person_id} or email = (select email from person where id = ${person_id})),
      (select jsonb_agg(to_jsonb(c) - 'code_tries' - 'tried_on' order by c.id) from charter c where c.person_id = ${person_id}),
      (select jsonb_agg(i order by i.id) from charter_instalment i join charter c on c.id = i.charter_id
        where c.person_id = ${person_id}),
      (select jsonb_agg(r order by r.id) from charter_request r where r.person_id = ${person_id}),
      (select jsonb_agg(f order by f.id) from charter_offer f join charter_request r on r.id = f.request_id
        where r.person_id = ${person_id}),
      (select to_jsonb(p) from person p where id = ${person_id}),
      (select jsonb_agg(t order by t.id) from traveller t where person_id = ${person_id}),
      (select jsonb_agg(r order by r.id) from review r where person_id = ${person_id}),
      (select to_jsonb(a) from account a where kind = 'wallet' and owner = ${person_id}),
      (select jsonb_agg(m order by m.number) from message m join conversation c on c.id = m.conversation_id
        where c.person_id = ${person_id}),
      (select jsonb_agg(q order by q.id) from queue_place q where person_id = ${person_id}),
      (select jsonb_agg(o order by o.id) from seat_offer o join queue_place q on q.id = o.place_id
        where q.person_id = ${person_id}),
      (select jsonb_agg(r order by r.id) from route_alert r where person_id = ${person_id}),
      (select jsonb_agg(p order by p.id) from community_post p join community_author a on a.id = p.author_id
        where a.person_id = ${person_id}),
      (select jsonb_agg(l.revoked_at) from login l where person_id = ${person_id}))::text as all`.execute(
    db,
  )
  return rows[0]?.all ?? ''
}
