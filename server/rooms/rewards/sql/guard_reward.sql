-- Trigger: refuses a reward without a proved boarding, a reward that our staff have not approved, and a reward with
-- which the rewards of a booking would exceed 80 % of our fee in all. Locks the booking, so that concurrent rewards are
-- added up one by one.
create or replace function guard_reward() returns trigger language plpgsql as $$
begin
  perform from booking where id = new.booking_id for no key update;
  if not boarding_is_proved(new.booking_id) then
    raise exception 'nobody is known to have travelled with booking %', new.booking_id
      using errcode = 'check_violation', constraint = 'reward_needs_boarding';
  end if;
  if exists (select from reward_case where booking_id = new.booking_id and state <> 'approved') then
    raise exception 'the rewards of booking % wait for our staff', new.booking_id
      using errcode = 'check_violation', constraint = 'reward_waits_for_staff';
  end if;
  if rewards_of_booking(new.booking_id) * 100 > proved_fee_kobo(new.booking_id) * 80 then
    raise exception 'the rewards of booking % exceed their share of our fee', new.booking_id
      using errcode = 'check_violation', constraint = 'rewards_within_our_fee';
  end if;
  return null;
end $$;
