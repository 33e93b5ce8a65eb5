-- Returns the signs that a booking's buyer and its operator, or a friend and their referrer, are the same people:
--   member            the buyer, or their referrer, works at the operator's desk
--   operator_…        device, network or card of a member, or the network that adds the operator's single departures
--   few_buyers        a single departure with fewer than five buyers
--   buyer_…           device, network or card of another buyer of the operator's single departures in 90 days, of a
--                     guest the card alone
--   referrer_…        device, network or card of the person who referred them, until that referral is decided
create or replace function self_dealing_signs(p_booking uuid) returns text[] language plpgsql stable as $$
declare
  b booking;
  runs_it uuid;
  referrer uuid;
  is_single constant boolean := is_single_departure((select trip_id from booking where id = p_booking));
  members uuid[];
  others uuid[] := '{}';
  signs text[] := '{}';
begin
  select * into b from booking where id = p_booking;
  select s.operator_id into runs_it from trip t join schedule s on s.id = t.schedule_id where t.id = b.trip_id;
  select p.referred_by into referrer from person p where p.id = b.user_id
    and not exists (select from referral_reward r where r.friend_id = p.id);
  members := array(select person_id from member where operator_id = runs_it);
  if b.user_id = any (members) or referrer = any (members) then signs := signs || 'member'::text; end if;
  if is_single then
    if count_buyers(b.trip_id) < 5 then signs := signs || 'few_buyers'::text; end if;
    others := array(select distinct o.user_id from single_departure d join booking o on o.trip_id = d.trip_id
      where d.operator_id = runs_it and d.added_at > now() - interval '90 days' and o.user_id <> b.user_id
        and o.status in ('confirmed', 'travelled', 'completed'));
  end if;
  return signs || array(
    with mine as materialized (
      select kind, mark from traces_of_people(array[b.user_id])
      union select 'card', card from payment where payable_id = b.id and card is not null
    ), theirs as (
      select 'operator' as side, kind, mark from traces_of_people(members)
      union all
      select 'operator', 'network', network from single_departure where operator_id = runs_it and network is not null
      union all
      select 'buyer', kind, mark from traces_of_people(others)
      union all
      select 'buyer', 'card', p.card from single_departure d join booking o on o.trip_id = d.trip_id
      join payment p on p.payable_id = o.id and p.card is not null
      where is_single and d.operator_id = runs_it and d.added_at > now() - interval '90 days'
        and o.user_id is distinct from b.user_id and o.status in ('confirmed', 'travelled', 'completed')
      union all
      select 'referrer', kind, mark from traces_of_people(array[referrer])
    )
    select distinct side || '_' || kind from mine join theirs using (kind, mark) order by 1);
end $$;
