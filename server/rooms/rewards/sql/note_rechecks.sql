-- Has the next sweep look whether the rewards of bookings go back, since money of them did.
create or replace function note_rechecks(p_payables uuid[]) returns void language sql as $$
  insert into reward_recheck (booking_id)
  select id from booking where id = any (p_payables) and user_id is not null
    and (rewarded_at is not null or status in ('travelled', 'completed'))
  on conflict do nothing
$$;
