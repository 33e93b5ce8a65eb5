import { sql } from '#server/db/sql'

/** Invariants of points and referrals, as queries for violations. */
export const rewardQueries = {
  'rewards of a booking above their share of our fee, or without a boarding': sql`
    select b.reference as which from booking b
    where (exists (select from points_entry where booking_id = b.id and kind = 'trip')
        or exists (select from referral_reward where booking_id = b.id and refusal is null))
      and rewards_of_booking(b.id) * 100 > proved_fee_kobo(b.id) * 80
      and not is_disputed(b.id) and not exists (select from reward_recheck where booking_id = b.id)`,
  'rewards of a booking that our staff have not approved': sql`
    select b.reference as which from reward_case c join booking b on b.id = c.booking_id
    where c.state <> 'approved' and rewards_of_booking(b.id) > 0`,
  'rewards taken back that are not what was given': sql`
    with given as (
      select k.booking_id, e.points * 100::bigint as kobo from reward_taken_back k
      join points_entry e on e.booking_id = k.booking_id and e.kind = 'trip'
      join person p on p.id = e.person_id and (p.erased_at is null or p.erased_at > k.taken_at)
      where e.expires_at > k.taken_at
      union all
      select r.booking_id, r.reward_kobo from referral_reward r join person p on p.id in (r.friend_id, r.referrer_id)
        and (p.erased_at is null or p.erased_at > r.taken_back_at) where r.taken_back_at is not null
    ), taken as (
      select booking_id, -points * 100::bigint as kobo from points_entry where kind = 'taken_back'
      union all
      select substr(ref, length('reward_back:points:') + 1)::uuid, amount_kobo from transfer
        where code = 'reward_back' and ref like 'reward_back:points:%'
      union all
      select r.booking_id, t.amount_kobo from referral_reward r
      join transfer t on t.code = 'reward_back' and t.ref like 'reward_back:referral:' || r.friend_id || ':%'
    )
    select booking_id::text as which from (
      select booking_id, kobo from given union all select booking_id, -kobo from taken) it
    group by booking_id having sum(kobo) <> 0`,
  'money of a reward that is not that of its points or its referral': sql`
    with earned as (
      select 'reward:' || ref as ref, -points * 100::bigint as kobo from points_entry where kind = 'redeemed'
      union all
      select 'reward:referral:' || friend_id || side, reward_kobo
      from referral_reward, (values (':friend'), (':referrer')) side (side) where refusal is null
    ), paid as (
      select ref, amount_kobo as kobo from transfer where ref like 'reward:redeemed:%' or ref like 'reward:referral:%'
    )
    select coalesce(earned.ref, paid.ref) as which from earned full join paid using (ref)
    where earned.kobo is distinct from paid.kobo`,
}
