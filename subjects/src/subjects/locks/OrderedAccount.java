package subjects.locks;

/** {@link Account} that locks the account of the lower number first. */
public class OrderedAccount {
    private final int number;
    private int balance = 10;

    public OrderedAccount(int number) {
        this.number = number;
    }

    public void transferTo(OrderedAccount payee, int amount) {
        OrderedAccount first = number < payee.number ? this : payee;
        OrderedAccount second = number < payee.number ? payee : this;
        synchronized (first) {
            synchronized (second) {
                balance -= amount;
                payee.balance += amount;
            }
        }
    }

    public synchronized int balance() {
        return balance;
    }
}
