-- Opens a case for each of these bookings that shows signs of self-dealing and has none yet. Returns the new cases with
-- their signs.
create or replace function open_reward_cases(p_bookings uuid[]) returns table (booking_id uuid, signs text[])
language sql volatile as $$
  with found as materialized (
    select id, self_dealing_signs(id) as signs from unnest(p_bookings) id
  )
  insert into reward_case (booking_id, signs)
  select id, found.signs from found where found.signs <> '{}'
  on conflict (booking_id) do nothing
  returning booking_id, signs
$$;
