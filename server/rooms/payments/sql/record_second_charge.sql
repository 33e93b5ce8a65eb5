-- Records a second transaction under the reference of a payment that another transaction has settled, and refunds it
-- whole. Does so once for each transaction, by the company's id. p_card: its card, hashed; not stored for erased
-- people. Returns the refund, or null if the transaction is known.
create or replace function record_second_charge(
  p_payment uuid, p_company_id text, p_amount_kobo bigint, p_channel text, p_card text default null
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  made uuid := gen_random_uuid();
  journal text;
begin
  select * into strict pay from payment where id = p_payment for update;
  if exists (select from payment where provider = pay.provider and provider_id = p_company_id
    and status = 'succeeded' and part_of is null) then return null; end if;
  insert into payment (id, reference, payable_id, person_id, provider, channel, amount_kobo, status, outcome, paid_kobo,
      provider_id, card, second_of, expires_at, settled_at, next_check_at)
    values (made, pay.reference || '.' || p_company_id, pay.payable_id, pay.person_id, pay.provider,
      coalesce(p_channel, pay.channel), p_amount_kobo, 'succeeded', 'refunded_twice', p_amount_kobo, p_company_id,
      case when not exists (select from person where id = pay.person_id and erased_at is not null) then p_card end,
      pay.id, now(), now(), 'infinity');
  journal := 'charge:' || pay.reference || '.' || p_company_id;
  perform post_transfer(journal, journal, account_of('psp_clearing', pay.provider),
    account_of('customer_prepaid', pay.payable_id::text), p_amount_kobo, 'charge', pay.payable_id);
  return raise_refund(made, p_amount_kobo, 'paid_twice', 'source', 'whole:' || made, '{}', false);
end $$;
