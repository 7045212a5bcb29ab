package subjects.init;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Registers under a name that nobody may have from an earlier execution. */
public final class ManagedOnce {
    public interface BeanMBean {
        int getValue();
    }

    public static final class Bean implements BeanMBean {
        @Override
        public int getValue() {
            return 1;
        }
    }

    /** Whether the name was free. */
    public synchronized boolean register() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("subjects:type=ManagedOnce");
        if (server.isRegistered(name)) return false;
        server.registerMBean(new Bean(), name);
        return true;
    }
}
