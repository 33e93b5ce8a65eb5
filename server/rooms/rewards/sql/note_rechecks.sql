-- Marks the bookings among these payables that have rewards or may get them, so that the next sweep checks whether the
-- rewards must be taken back. Also writes to marks that exist: this locks them, so that a sweep which deletes one in
-- the meantime waits for this transaction and sees what it changes.
create or replace function note_rechecks(p_payables uuid[]) returns void language sql as $$
  insert into reward_recheck (booking_id)
  select id from booking where id = any (p_payables) and user_id is not null
    and (rewarded_at is not null or status in ('travelled', 'completed'))
  order by id
  on conflict (booking_id) do update set noted_at = now()
$$;
