import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Netty: eight clients talk to a server over channels in memory, on four event loops each side. */
final class NettyBench {
  private static final int CLIENTS = 8;

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    EventLoopGroup serving = new DefaultEventLoopGroup(4);
    EventLoopGroup asking = new DefaultEventLoopGroup(4);
    LocalAddress address = new LocalAddress("bench");
    new ServerBootstrap().group(serving).channel(LocalServerChannel.class)
        .childHandler(pipeline(() -> new Answering())).bind(address).sync();
    AtomicLong digest = new AtomicLong();
    CountDownLatch done = new CountDownLatch(CLIENTS);
    for (int client = 0; client < CLIENTS; client++) {
      boolean first = client == 0;
      Channel channel = new Bootstrap().group(asking).channel(LocalChannel.class)
          .handler(pipeline(() -> new Asking(rounds, first, digest, done)))
          .connect(address).sync().channel();
      channel.writeAndFlush("question 0 of client " + client);
    }
    done.await();
    serving.shutdownGracefully();
    asking.shutdownGracefully();
    System.out.println("digest " + Long.toHexString(digest.get()));
  }

  private interface HandlerFactory {
    SimpleChannelInboundHandler<String> make();
  }

  private static ChannelInitializer<Channel> pipeline(HandlerFactory last) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(new LengthFieldBasedFrameDecoder(65536, 0, 4, 0, 4),
            new LengthFieldPrepender(4), new StringDecoder(), new StringEncoder(), last.make());
      }
    };
  }

  private static final class Answering extends SimpleChannelInboundHandler<String> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, String question) {
      StringBuilder answer = new StringBuilder();
      for (String word : question.split(" ")) {
        answer.append(word.hashCode()).append(' ');
      }
      context.writeAndFlush(answer.toString());
    }
  }

  private static final class Asking extends SimpleChannelInboundHandler<String> {
    private final int rounds;
    private final boolean first;
    private final AtomicLong digest;
    private final CountDownLatch done;
    private int round;
    private long sum;

    Asking(int rounds, boolean first, AtomicLong digest, CountDownLatch done) {
      this.rounds = rounds;
      this.first = first;
      this.digest = digest;
      this.done = done;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, String answer) {
      sum = sum * 31 + answer.hashCode();
      round++;
      if (first) {
        Progress.at(round, rounds);
      }
      if (round < rounds) {
        context.writeAndFlush("question " + round + " after " + answer.length());
      } else {
        digest.addAndGet(sum);
        context.close();
        done.countDown();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      cause.printStackTrace();
      System.exit(1);
    }
  }
}
