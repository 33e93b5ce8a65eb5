-- Marks the bookings among these payables that have rewards or may get them, so that the next sweep checks whether the
-- rewards must be taken back.
create or replace function note_rechecks(p_payables uuid[]) returns void language sql as $$
  insert into reward_recheck (booking_id)
  select id from booking where id = any (p_payables) and user_id is not null
    and (rewarded_at is not null or status in ('travelled', 'completed'))
  on conflict do nothing
$$;
