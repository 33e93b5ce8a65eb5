-- Takes the rewards of a booking back if they exceed their share of what we keep of our fee. The worth of points that
-- were spent is taken from the wallet, and so is the referral reward of both sides; a wallet may get a debt by this.
-- Expired points, and rewards of erased people, are not taken back. If a payment company took the money back, the trip
-- does not verify reviews any more. Does nothing while a dispute is open. Returns whether the rewards exceeded their
-- share, even if nothing was left to take.
create or replace function take_back_rewards(p_booking uuid) returns boolean language plpgsql as $$
declare
  entry points_entry;
  referral referral_reward;
  had int;
  spent_points int;
begin
  perform from booking where id = p_booking for no key update;
  delete from reward_recheck where booking_id = p_booking;
  if is_disputed(p_booking) then return false; end if;
  if not money_stayed(p_booking) then perform end_verification(p_booking); end if;
  if rewards_of_booking(p_booking) * 100 <= proved_fee_kobo(p_booking) * 80 then
    return false;
  end if;
  insert into reward_taken_back (booking_id) values (p_booking);
  for entry in select e.* from points_entry e join person p on p.id = e.person_id and p.erased_at is null
    where e.booking_id = p_booking and e.kind = 'trip' and e.expires_at > now()
  loop
    perform expire_points(entry.person_id);
    select least(earned - spent, entry.points) into strict had from points_account
      where person_id = entry.person_id for update;
    if had > 0 then
      insert into points_entry (person_id, kind, points, ref, booking_id)
        values (entry.person_id, 'taken_back', -had, 'taken_back:' || p_booking, p_booking);
    end if;
    spent_points := entry.points - had;
    perform take_reward_back(entry.person_id, spent_points * 100, 'points:' || p_booking);
  end loop;
  update referral_reward set taken_back_at = now() where booking_id = p_booking and refusal is null
    returning * into referral;
  if found then
    perform take_reward_back(referral.friend_id, referral.reward_kobo, 'referral:' || referral.friend_id || ':friend');
    perform take_reward_back(referral.referrer_id, referral.reward_kobo, 'referral:' || referral.friend_id || ':referrer');
  end if;
  return true;
end $$;
