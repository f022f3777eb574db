import net.openhft.koloboke.collect.map.hash.HashObjObjMap;
import net.openhft.koloboke.collect.map.hash.HashObjObjMaps;

/** A roomy map for the sessions at hand, cleared when a hundred of them are done. */
public class Driver {
    static final HashObjObjMap<String, byte[]> sessions = HashObjObjMaps.newMutableMap(400_000);

    public static void main(String[] args) throws Exception {
        Rounds.run(args, i -> {
            sessions.put("session-" + i, new byte[1000]);
            if (i % 1000 == 999) {
                sessions.clear();
            }
        });
    }
}
