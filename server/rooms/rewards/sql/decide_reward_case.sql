-- Stores what our staff decided about a booking's rewards. A refusal also ends the referral that the booking would have
-- decided, and the verification of reviews of the trip. Returns the person and the departure; no row if somebody else
-- has already decided, or for an approval while the payment is in doubt.
create or replace function decide_reward_case(
  p_booking uuid, p_became text, p_reason text, p_key uuid, p_member uuid
) returns table (person_id uuid, booking_id uuid, boarded_at timestamptz) language plpgsql as $$
begin
  update reward_case c set state = p_became, decided_at = now(), reason = p_reason, staff_key_id = p_key,
    member_id = p_member where c.booking_id = p_booking and c.state = 'open'
    and (p_became = 'refused' or not has_doubtful_payment(p_booking));
  if not found then return; end if;
  if p_became = 'refused' then
    insert into referral_reward (friend_id, referrer_id, booking_id, refusal, reward_kobo)
      select p.id, p.referred_by, b.id, 'self_dealing', 0
      from booking b join person p on p.id = b.user_id
      where b.id = p_booking and p.referred_by is not null
        and exists (select from reward_case c, unnest(c.signs) sign
          where c.booking_id = b.id and (sign like 'referrer%' or sign = 'member'))
      on conflict (friend_id) do nothing;
    perform end_verification(p_booking);
  end if;
  return query select b.user_id, b.id, boards_at(b.trip_id, b.leg_from) from booking b where b.id = p_booking;
end $$;
