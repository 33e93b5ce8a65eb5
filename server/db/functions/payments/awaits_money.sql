-- Whether money for a thing may still arrive from an attempt that nobody has ended.
create or replace function awaits_money(p_thing uuid) returns boolean language sql volatile as $$
  select exists (select from payment where (booking_id = p_thing or parcel_id = p_thing)
    and status in ('initiated', 'pending'))
$$;
