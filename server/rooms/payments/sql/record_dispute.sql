-- Records a dispute as the payment company reports it, by the company's id. p_state: open | lost | won, and it may
-- change in any direction, since banks reopen disputes. While the dispute is open, its sum is held (`hold_disputed`)
-- and nothing of the payment is refunded. A lost dispute counts as money that the company gave back
-- (`record_outside_refund`), except for what the company's refunds already cover. Returns the row, or null if nothing
-- has changed.
create or replace function record_dispute(
  p_payment uuid, p_company_id text, p_amount_kobo bigint, p_state text, p_said text, p_due_at timestamptz
) returns uuid language plpgsql as $$
declare
  pay payment%rowtype;
  known dispute%rowtype;
  amount constant bigint := p_amount_kobo;
  given bigint;
begin
  select * into strict pay from payment where id = p_payment for update;
  insert into dispute (provider, provider_id, payment_id, amount_kobo, state, said, due_at)
    values (pay.provider, p_company_id, pay.id, 0, 'open', '', p_due_at) on conflict (provider, provider_id) do nothing;
  select * into known from dispute
    where provider = pay.provider and provider_id = p_company_id and payment_id = pay.id for update;
  if known.id is null then return null; end if;
  if p_state = 'lost' then
    given := given_back(pay.id) - coalesce((select o.amount_kobo from outside_refund o
      where o.provider = pay.provider and o.provider_id = 'dispute:' || p_company_id), 0);
  end if;
  update dispute set amount_kobo = amount, state = p_state, said = p_said, due_at = coalesce(p_due_at, due_at),
    decided_at = case when p_state = 'open' then null when state = p_state then decided_at else now() end
    where id = known.id;
  -- The answer was to what the bank has decided, so a reopened dispute needs another one.
  if known.state <> 'open' and p_state = 'open' then
    update dispute set answer = null, message = null, evidence = null, answered_at = null, sent_at = null
      where id = known.id;
  end if;
  perform hold_disputed(pay.id);
  perform record_outside_refund(pay.id, 'dispute:' || p_company_id,
    case when p_state = 'lost' then greatest(0, least(amount, pay.paid_kobo - given)) else 0 end);
  if (known.amount_kobo, known.state, known.said) is not distinct from (amount, p_state, p_said)
    and (p_due_at is null or known.due_at is not distinct from p_due_at)
  then return null; end if;
  return known.id;
end $$;
