-- Stores the outcome of a payment's money.
create or replace function record_outcome(p_payment uuid, p_outcome text) returns void language sql as $$
  update payment set outcome = p_outcome where id = p_payment
$$;
