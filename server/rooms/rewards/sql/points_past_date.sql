-- Returns the number of a person's points whose expiry date has passed, spent or not.
create or replace function points_past_date(p_person uuid) returns int language sql stable as $$
  select coalesce(sum(points), 0)::int from points_entry
  where person_id = p_person and kind = 'trip' and expires_at <= now()
$$;
