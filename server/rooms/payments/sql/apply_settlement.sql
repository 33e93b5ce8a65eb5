-- Applies what a payment company says about an attempt (apply_payment). Then marks the messages about the attempt as
-- processed, stores p_card (a hash) unless the payer is erased, and stores p_decline_reason if the attempt failed.
create or replace function apply_settlement(
  p_reference text, p_status text, p_amount_kobo bigint, p_currency text, p_provider_id text, p_channel text, p_goods jsonb,
  p_card text, p_decline_reason text
) returns payment_effect language plpgsql as $$
declare
  effect payment_effect :=
    apply_payment(p_reference, p_status, p_amount_kobo, p_currency, p_provider_id, p_channel, p_goods);
begin
  update webhook_event set processed_at = now() where payment_reference = p_reference and processed_at is null;
  if p_card is not null then
    update payment set card = p_card where reference = p_reference
      and not exists (select from person where id = payment.person_id and erased_at is not null);
  end if;
  if effect.result = 'failed' and p_decline_reason is not null then
    update payment set decline_reason = nullif(p_decline_reason, '') where reference = p_reference and status = 'failed';
  end if;
  return effect;
end $$;
