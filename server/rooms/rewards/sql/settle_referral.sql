-- Decides the referral of a friend who has travelled, once. Each side gets p_fee_percent of our fee on that trip. If
-- both sides are to be rewarded, returns the referrer and the kobo for each side; the caller then pays. Locks the
-- referrer's row, so that the monthly limit also holds for concurrent friends.
create or replace function settle_referral(p_friend uuid, p_booking uuid, p_fee_percent int, p_per_month int)
returns table (referrer_id uuid, reward_kobo bigint) language plpgsql as $$
declare
  friend person;
  referrer person;
  kobo constant bigint := proved_fee_kobo(p_booking) * p_fee_percent / 100;
  why text;
begin
  select * into friend from person where id = p_friend;
  select * into referrer from person where id = friend.referred_by for no key update;
  if referrer.id is null then return; end if;
  why := case
    when friend.erased_at is not null or referrer.erased_at is not null then 'erased'
    when friend.email_verified_at is null and friend.phone_verified_at is null then 'unproved'
    when friend.email = referrer.email or friend.phone = referrer.phone then 'same_person'
    when p_per_month <= (select count(*) from referral_reward r where r.referrer_id = referrer.id and r.refusal is null
      and r.created_at >= date_trunc('month', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos')
      then 'month_limit'
    when kobo = 0 then 'no_fee'
  end;
  insert into referral_reward (friend_id, referrer_id, booking_id, refusal, reward_kobo)
    values (friend.id, referrer.id, p_booking, why, case when why is null then kobo else 0 end)
    on conflict (friend_id) do nothing;
  if found and why is null then return query select referrer.id, kobo; end if;
end $$;
