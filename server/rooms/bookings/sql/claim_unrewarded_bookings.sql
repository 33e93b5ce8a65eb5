-- Claims at most p_limit travelled bookings whose people may earn points. Returns each with its person, its departure,
-- and is_ready: its boarding is proved and its payment is not in doubt. A booking that is ready is claimed once. Others
-- are claimed again every six hours while their payment is in doubt, and otherwise for 14 days after their departure,
-- since door checks may arrive late.
create or replace function claim_unrewarded_bookings(p_limit int)
returns table (id uuid, user_id uuid, boarded_at timestamptz, is_ready boolean) language sql as $$
  with due as materialized (
    select b.id from booking b
    where b.user_id is not null and b.rewarded_at is null and b.status in ('travelled', 'completed')
      and b.reward_check_at <= now()
    order by b.reward_check_at limit p_limit for update skip locked
  ), checked as materialized (
    select b.id, boards_at(b.trip_id, b.leg_from) as boarded_at, boarding_is_proved(b.id) as is_proved,
      has_doubtful_payment(b.id) as is_doubtful
    from due join booking b using (id)
  )
  update booking b set reward_check_at = now() + interval '6 hours',
    rewarded_at = case when not c.is_doubtful and (c.is_proved or c.boarded_at < now() - interval '14 days') then now() end
  from checked c where b.id = c.id
  returning b.id, b.user_id, c.boarded_at, c.is_proved and not c.is_doubtful
$$;
