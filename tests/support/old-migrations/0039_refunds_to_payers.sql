-- Money goes back to where it came from. Into a wallet goes only what that wallet's account paid itself:
-- a guest's card money never does, whoever has taken the booking over meanwhile.

-- person_id from now on: the account that started the attempt, null for a guest. What is known of earlier ones:
-- those of parcels are their senders', a booking held by an account was paid by it unless a guest's key says
-- otherwise, and what went into a wallet already stays as it was.
update payment p set person_id = s.user_id from parcel s where s.id = p.parcel_id and p.person_id is null;
update payment p set person_id = b.user_id from booking b
  where b.id = p.booking_id and p.person_id is null and b.user_id is not null
    and (p.idempotency_principal = b.user_id::text
      or p.idempotency_principal is null and b.holder = 'user:' || b.user_id
      or exists (select from refund r where r.payment_id = p.id and r.destination = 'wallet'));

alter table payment add constraint payment_and_payer unique (id, person_id);

create function payer_stays() returns trigger language plpgsql as $$
begin
  raise exception 'who paid % is not changed afterwards', new.reference using errcode = 'insufficient_privilege';
end $$;
create trigger payment_payer_stays before update of person_id on payment for each row
  when (old.person_id is distinct from new.person_id) execute function payer_stays();

-- wallet_of: whose wallet it went into. By the foreign key only that of the account that paid.
alter table refund add column wallet_of uuid;
update refund r set wallet_of = p.person_id from payment p where p.id = r.payment_id and r.destination = 'wallet';
alter table refund
  add constraint a_wallet_has_its_owner check ((destination = 'wallet') = (wallet_of is not null)),
  add constraint refund_to_its_payer foreign key (payment_id, wallet_of) references payment (id, person_id);

-- One refund of one payment, once per effect: row, pending sum and ledger. Null: it was there already.
-- What a wallet paid always goes back into it, what a guest paid always to its source, whatever was chosen.
create or replace function raise_refund(
  p_payment uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[], p_settled boolean
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  thing uuid;
  made uuid;
  payer uuid;
begin
  select * into strict pay from payment where id = p_payment for update;
  thing := coalesce(pay.booking_id, pay.parcel_id);
  payer := case when pay.provider = 'wallet' or p_destination = 'wallet' then pay.person_id end;
  insert into refund (id, payment_id, booking_id, parcel_id, seats, amount_kobo, destination, wallet_of, reason, effect)
    values (gen_random_uuid(), p_payment, pay.booking_id, pay.parcel_id, p_seats, p_amount_kobo,
      case when payer is null then 'source' else 'wallet' end, payer, p_reason, p_effect)
    on conflict (effect) do nothing returning id into made;
  if made is null then return null; end if;
  if p_settled then
    perform unsettle(thing, p_amount_kobo, p_reason, 'refund:' || made);
  else
    perform post_transfer('refund:' || made, 'refund:' || made, account_of('customer_prepaid', thing::text),
      account_of('refund_payable', ''), p_amount_kobo, 'refund', thing);
  end if;
  if payer is null then
    update payment set refund_pending_kobo = refund_pending_kobo + p_amount_kobo where id = p_payment;
    return made;
  end if;
  update payment set refunded_kobo = refunded_kobo + p_amount_kobo where id = p_payment;
  update refund set state = 'succeeded', settled_at = now() where id = made;
  perform post_transfer('refund:' || made || ':wallet', 'refund:' || made, account_of('refund_payable', ''),
    account_of('wallet', payer::text, false), p_amount_kobo, 'refund', thing);
  return made;
end $$;
