-- Decides the referral of a friend who has travelled, once. Returns the referrer if both are to be rewarded; the caller
-- then pays. Locks the referrer's row, so that the monthly limit also holds for concurrent friends.
create or replace function settle_referral(p_friend uuid, p_booking uuid, p_reward_kobo bigint, p_per_month int) returns uuid
language plpgsql as $$
declare
  friend person;
  referrer person;
  why text;
begin
  select * into friend from person where id = p_friend;
  select * into referrer from person where id = friend.referred_by for no key update;
  if referrer.id is null then return null; end if;
  why := case
    when friend.erased_at is not null or referrer.erased_at is not null then 'erased'
    when friend.email_verified_at is null and friend.phone_verified_at is null then 'unproved'
    when friend.device_id = referrer.device_id or friend.email = referrer.email or friend.phone = referrer.phone
      then 'same_person'
    when p_per_month <= (select count(*) from referral_reward r where r.referrer_id = referrer.id and r.refusal is null
      and r.created_at >= date_trunc('month', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos')
      then 'month_limit'
  end;
  insert into referral_reward (friend_id, referrer_id, booking_id, refusal, reward_kobo)
    values (friend.id, referrer.id, p_booking, why, case when why is null then p_reward_kobo else 0 end)
    on conflict (friend_id) do nothing;
  return case when found and why is null then referrer.id end;
end $$;
